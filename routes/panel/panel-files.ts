import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A file of the panel as it is served. */
export interface PanelFile {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly packed: Buffer;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Where the build has put them: beside dist/routes, whether this runs from there or from the sources. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/panel/' : '../../panel/', import.meta.url);

const pack = promisify(gzip);
let reading: Promise<ReadonlyMap<string, PanelFile>> | undefined;

/**
 * Every file of the panel by its path below the mount, read when the first one is asked for. What is not in this map is not
 * served, whatever a path says. Rejects when the panel was not built.
 */
export async function panelFiles(): Promise<ReadonlyMap<string, PanelFile>> {
  reading ??= readFiles().catch((cause: unknown) => {
    reading = undefined;
    throw new Error('The files of the panel are not there. In a checkout, npm run build makes them.', { cause });
  });
  return await reading;
}

async function readFiles(): Promise<ReadonlyMap<string, PanelFile>> {
  const names = (await readdir(new URL('assets/', folder))).map((name) => `assets/${name}`);
  const files = ['index.html', ...names].map(async (name) => [`/${name}`, await readPanelFile(name)] as const);
  return new Map(await Promise.all(files));
}

async function readPanelFile(name: string): Promise<PanelFile> {
  const contentType = CONTENT_TYPES[name.slice(name.lastIndexOf('.') + 1)];
  if (contentType === undefined) throw new Error(`There is no content type for ${name}`);
  const bytes = await readFile(new URL(name, folder));
  return { contentType, bytes, packed: await pack(bytes) };
}
