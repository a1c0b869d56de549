import { expect } from 'chai';
import { openapiDocument } from '../../routes/openapi.ts';
import { routes } from '../../routes/route-table.ts';
import { onEveryHost } from './fixture.ts';

interface Operation {
  readonly operationId: string;
  readonly 'x-permission': string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}

const { paths, openapi } = openapiDocument(routes) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
};

/** Every `$ref` must lead somewhere inside the document. */
function referencesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [member as string] : referencesOf(member)));
}

describe('The OpenAPI document', () => {
  for (const { name, method, path, permission, query, bodyRule, answers } of routes) {
    it(`describes ${name}`, () => {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation).to.include({ operationId: name, 'x-permission': permission });
      expect(Object.keys(operation!.responses)).to.have.members([...Object.keys(answers), '4XX', '5XX']);
      expect(operation!.requestBody?.required ?? 'none').to.equal(
        { none: 'none', required: true, optional: false }[bodyRule],
      );
      const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path').map((found) => found.name);
      expect(inPath).to.deep.equal([...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter));
      expect(operation!.parameters.some((parameter) => parameter.in === 'query')).to.equal(query !== undefined);
    });
  }

  it('has the conditions of the three writes of a schedule, and of nothing else', () => {
    const found = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId, parameters }) =>
        parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => `${operationId} ${name}`),
      ),
    );
    expect(found).to.have.members([
      'putSchedule If-Match',
      'putSchedule If-None-Match',
      'patchSchedule If-Match',
      'deleteSchedule If-Match',
    ]);
  });

  it('holds nothing but the table, and only references that lead somewhere', () => {
    expect(openapi).to.equal('3.1.0');
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations).to.have.length(routes.length);
    expect(new Set(referencesOf(paths))).to.deep.equal(new Set(['#/components/responses/Problem']));
  });
});

onEveryHost('The OpenAPI document', (fixture) => {
  it('is served as it is made from the table', async () => {
    const { status, text } = await fixture.call('GET', '/-/openapi.json');
    expect(status).to.equal(200);
    expect(text).to.equal(JSON.stringify(openapiDocument(routes)));
  });
});
