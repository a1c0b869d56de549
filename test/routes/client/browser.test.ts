import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..', '..');
const entry = join(root, 'routes', 'client', 'index.ts');

/** What a file imports when it runs; imports of types are gone by then. */
function importsOf(file: string): string[] {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
  return ts.preProcessFile(outputText).importedFiles.map(({ fileName }) => fileName);
}

/** Every file that comes along, and everything that is imported by name. */
function graphOf(start: string): { files: string[]; packages: string[] } {
  const files = new Set([start]);
  const packages = new Set<string>();
  for (const file of files) {
    const names = importsOf(file);
    for (const name of names.filter((found) => !found.startsWith('.'))) packages.add(name);
    for (const name of names.filter((found) => found.startsWith('.'))) files.add(resolve(dirname(file), name));
  }
  return { files: [...files].map((file) => relative(root, file)), packages: [...packages] };
}

describe('The client in a browser', () => {
  it('brings along the schemas of answers and two lists of words, and of packages zod/mini alone', () => {
    const { files, packages } = graphOf(entry);
    expect(packages).to.deep.equal(['zod/mini']);
    const others = files.filter((file) => !file.startsWith('routes/client/'));
    expect(others.filter((file) => !file.startsWith('routes/schemas/'))).to.have.members([
      'lib/ledger/transitions.ts',
      'lib/schedules/fire.ts',
    ]);
    expect(others.filter((file) => /query|body|given/.test(file))).to.deep.equal([]);
    expect(others).to.include.members(['routes/schemas/run-schema.ts', 'routes/schemas/problem-schema.ts']);
  });

  it('uses nothing that only Node.js has, and nothing newer than ES2022', () => {
    const options: ts.CompilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: true, allowImportingTsExtensions: true, types: [] },
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const program = ts.createProgram([entry], options);
    const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${relative(root, file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(found).to.deep.equal([]);
  }).timeout(60_000);
});
