/**
 * Serves the built window to itself as `app://skywalker/…`: a secure origin of its own, unlike `file:`, so that 'self' in
 * the content security policy means these files and nothing else on the machine.
 */
import { protocol, type Session } from 'electron';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { PageFiles } from './page-files';

export const APP_ORIGIN = 'app://skywalker';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/**
 * Scripts, workers and fonts are files of the application alone, nothing runs inline, and nothing is fetched from a network.
 * Inline styles stay allowed: Monaco and the floating layers place themselves with them.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Must run before the application is ready. */
export function declareAppProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Answers `app://skywalker/…` from a folder. */
export function serveApp(session: Session, folder: string, files: PageFiles): void {
  // The first answer has Node.js read its library of HTTP: while the page's process starts there is time for that.
  setImmediate(() => new Response());
  session.protocol.handle('app', async (request) => {
    const path = fileOf(request.url, folder);
    if (path === undefined) return notFound();
    const given = files.ask(extname(path) === '.js');
    try {
      const body = await readFile(path);
      return new Response(new Uint8Array(body), {
        headers: {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
          'x-content-type-options': 'nosniff',
          'cross-origin-opener-policy': 'same-origin',
        },
      });
    } catch {
      return notFound();
    } finally {
      given();
    }
  });
}

function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'content-type': 'text/plain', 'content-security-policy': POLICY },
  });
}

/** The file that an address means, or undefined where it would lie outside the folder. */
export function fileOf(url: string, folder: string): string | undefined {
  const address = new URL(url);
  if (address.host !== 'skywalker') return undefined;
  let path: string;
  try {
    path = decodeURIComponent(address.pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const root = resolve(folder);
  const file = resolve(join(root, path === '/' ? 'index.html' : path));
  return file.startsWith(root + sep) ? file : undefined;
}
