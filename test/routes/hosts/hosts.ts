import express from 'express';
import express4 from 'express4';
import Koa from 'koa';
import Koa2 from 'koa2';
import { isMapped } from '../../support/mapped/layout.ts';
import { expressHost } from './express-host.ts';
import type { HostKind } from './host-kind.ts';
import { koaHost } from './koa-host.ts';

const all: readonly HostKind[] = [
  expressHost('Express 5', express),
  expressHost('Express 4', express4 as unknown as typeof express),
  koaHost('Koa 3', Koa),
  koaHost('Koa 2', Koa2 as unknown as typeof Koa),
];

/**
 * The frameworks that the contract is checked on. Below them names go one way, so that under mapped names the newest of
 * each will do.
 */
export const hosts: readonly HostKind[] = isMapped ? all.filter(({ name }) => /^(?:Express 5|Koa 3)$/.test(name)) : all;
