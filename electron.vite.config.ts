import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { resolve } from 'node:path';
import { thirdPartyNotices } from './scripts/third-party';

/** Elements are made by `src-renderer/ui/shown-jsx.ts`, which itself gets React's own. */
const shownJsx = {
  name: 'shown-jsx',
  enforce: 'pre',
  resolveId: (source: string, importer: string | undefined) =>
    source === 'react/jsx-runtime' && importer !== SHOWN_JSX ? SHOWN_JSX : null,
} as const;
const SHOWN_JSX = resolve('src-renderer/ui/shown-jsx.ts');

// The targets are pinned to the oldest Electron the code must run on (docs/contributing.md), not to the
// declared one: electron-vite would otherwise derive them from the newest.
export default defineConfig({
  main: {
    plugins: [thirdPartyNotices()],
    build: {
      target: 'node20.18',
      outDir: 'out/main',
      // The packages are in the bundle: what ships needs no node_modules, and starts faster.
      externalizeDeps: false,
      lib: { entry: { main: 'src-main/main.ts', cli: 'src-main/cli/main.ts' }, formats: ['es'] },
      // A quarter of the text is documentation, which nobody reads there and every start would.
      rollupOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node20.18',
      lib: { entry: 'src-preload/preload.ts', formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: 'preload.cjs' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [shownJsx, react(), thirdPartyNotices()],
    worker: { format: 'es' },
    resolve: {
      // Monaco's own loads every feature it has; ours only the ones in use (src-renderer/monaco/core.ts).
      alias: [
        {
          find: /^(\.\.\/)+internal\/common\/workers\.js$/,
          replacement: resolve('src-renderer/monaco/create-web-worker.ts'),
        },
      ],
    },
    build: {
      target: 'chrome130',
      // Half the text to read and parse before the window can be used.
      minify: 'oxc',
      outDir: resolve('out/renderer'),
      chunkSizeWarningLimit: 8000,
      // Fonts are files: the content security policy allows no others.
      assetsInlineLimit: 0,
      // How long the plugins took on a busy machine is no news.
      rollupOptions: { input: resolve('src-renderer/index.html'), checks: { pluginTimings: false } },
    },
  },
});
