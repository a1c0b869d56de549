import { defineConfig } from 'vite';

/** Static files with relative URLs, so that the panel works at any mount; a hash of what is in them stands in their names. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    outDir: '../dist/panel',
    emptyOutDir: true,
    target: 'es2022',
    // These know light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
});
