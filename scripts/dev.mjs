/** `npm run dev [-- DIR]`: electron-vite's development server, with the window reloading as its sources change. */
import { resolve } from 'node:path';
import { ensureElectron, ensurePackages, root, run } from './setup.mjs';

ensurePackages();
const runtime = ensureElectron();
const project = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? 'resources/sample-project');
const flags = process.getuid?.() === 0 ? ['--noSandbox'] : [];
const args = ['node_modules/electron-vite/bin/electron-vite.js', 'dev', ...flags, '--', project];
process.exit(
  run(process.execPath, args, { cwd: root, env: { ...process.env, ELECTRON_EXEC_PATH: runtime.exe } }),
);
