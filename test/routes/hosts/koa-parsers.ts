import type Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { koaBody } from 'koa-body';
import type { ParserName } from './host-kind.ts';

/** The whole body of a request. */
export async function collect(context: Koa.Context): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Reads the body and leaves of it what is said. */
function reading(leave: (bytes: Buffer) => unknown): Koa.Middleware {
  return async (context, next) => {
    Object.assign(context.request, { body: leave(await collect(context)) });
    await next();
  };
}

/** The parsers that Koa hosts have, by what the tests call them. */
export function koaParsers(name: ParserName | undefined): Koa.Middleware[] {
  switch (name) {
    case 'json':
    case 'after':
      return [bodyParser({ jsonLimit: '100kb' })];
    case 'small':
      return [bodyParser({ jsonLimit: '1kb' })];
    case 'koa-body':
      return [koaBody({ jsonLimit: '100kb' }) as Koa.Middleware];
    case 'raw':
      return [reading((bytes) => bytes)];
    case 'text':
      return [reading((bytes) => bytes.toString())];
    case 'swallow':
      return [reading(() => undefined)];
    case 'placeholder':
      return [
        async (context, next) => {
          Object.assign(context.request, { body: {} });
          await next();
        },
      ];
    default:
      return [];
  }
}
