import pg from 'pg';
import { type BreakableClient, breakClient } from './break-client.ts';
import { SABOTAGES } from './sabotages.ts';

/*
 * Loaded before a process whose product is to be broken: the code of the product is as it is, its statements are not.
 */
const sabotage = SABOTAGES.find((name) => name === process.env['CHAOS_SABOTAGE']);
const { prototype } = pg.Client as unknown as {
  prototype: BreakableClient & { connect: (...given: unknown[]) => unknown };
};
const connect = Reflect.get(prototype, 'connect');

prototype.connect = function (this: BreakableClient, ...given: unknown[]) {
  if (sabotage !== undefined) breakClient(this, sabotage);
  return Reflect.apply(connect, this, given);
};
