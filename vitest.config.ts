import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src-main/**/*.test.ts',
      'src-preload/**/*.test.ts',
      'src-renderer/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    testTimeout: 20_000,
    pool: 'threads',
    // Otherwise style sheets come back empty; the contrast of the tokens is tested.
    css: { include: [/tokens\.css/] },
  },
});
