import { z } from 'zod';
import type { Route } from './route.ts';
import { problemSchema } from './schemas/problem-schema.ts';

type Json = Readonly<Record<string, unknown>>;

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return Object.fromEntries(Object.entries(json).filter(([keyword]) => keyword !== '$schema'));
}

function content(mediaType: string, schema: Json): Json {
  return { content: { [mediaType]: { schema } } };
}

function goodAnswer(schema: z.core.$ZodType | null): Json {
  const body = schema === null ? {} : content('application/json', schemaOf(schema, 'output'));
  return { description: 'Done', ...body };
}

function answersOf(route: Route): Json {
  const good = Object.entries(route.answers).map(([status, schema]) => [status, goodAnswer(schema)] as const);
  const problem = { $ref: '#/components/responses/Problem' };
  return { ...Object.fromEntries(good), '4XX': problem, '5XX': problem };
}

function pathParameters(route: Route): Json[] {
  const parameters = route.path.split('/').filter((segment) => segment.startsWith(':'));
  return parameters.map((parameter) => ({
    name: parameter.slice(1),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): Json[] {
  if (route.query === undefined) return [];
  const properties = schemaOf(route.query, 'input')['properties'] as Json;
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function conditionHeaders(route: Route): Json[] {
  if (route.method === 'GET' || !route.path.endsWith('/schedule')) return [];
  const names = route.method === 'PUT' ? ['If-Match', 'If-None-Match'] : ['If-Match'];
  return names.map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }));
}

function operationOf(route: Route): Json {
  const body =
    route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyRule === 'required',
            ...content('application/json', schemaOf(route.body, 'input')),
          },
        };
  return {
    operationId: route.name,
    summary: route.summary,
    'x-permission': route.permission,
    parameters: [...pathParameters(route), ...queryParameters(route), ...conditionHeaders(route)],
    ...body,
    responses: answersOf(route),
  };
}

/** The OpenAPI 3.1 document of a route table. Its paths are below the mount, which the document's own address tells. */
export function openapiDocument(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'worker-schedules', version: '1', description: 'Schedules and runs of the workers of this host.' },
    servers: [{ url: '..' }],
    paths,
    components: {
      responses: {
        Problem: {
          description: 'A problem document (RFC 9457) with a stable code.',
          ...content('application/problem+json', schemaOf(problemSchema, 'output')),
        },
      },
    },
  };
}
