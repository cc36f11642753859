import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src-main/**/*.test.ts',
      'src-preload/**/*.test.ts',
      'src-renderer/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'clients/typescript/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    // Only what hangs is to meet it: a busy machine may take long over an honest test.
    testTimeout: 60_000,
    pool: 'threads',
    // Otherwise style sheets come back empty; the contrast of the tokens is tested.
    css: { include: [/tokens\.css/] },
  },
});
