/** `npm run test:e2e [-- …]`: Playwright on the real, built app; on a virtual display where there is none. */
import { ensureBuild, ensureElectron, ensurePackages, root, run } from './setup.mjs';

ensurePackages();
const runtime = ensureElectron();
ensureBuild();
const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'e2e/playwright.config.ts',
  ...process.argv.slice(2),
];
const env = { ...process.env, SKYWALKER_ELECTRON: runtime.exe };
const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
process.exit(
  hasDisplay
    ? run(process.execPath, playwright, { env, cwd: root })
    : run('xvfb-run', ['-a', '-s', '-screen 0 1920x1080x24', process.execPath, ...playwright], {
        env,
        cwd: root,
      }),
);
