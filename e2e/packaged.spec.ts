/** The application as it ships: packed, with its fuses set, in its archive. What must hold of it is tried on it. */
import { extractAll, listPackage } from '@electron/asar';
import { getCurrentFuseWire, FuseV1Options } from '@electron/fuses';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test, type Page } from '@playwright/test';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readJson, root } from './app';
import {
  openPacked,
  pack,
  packedIn,
  Place,
  start,
  startPacked,
  type Packed,
  type PackedWindow,
} from './packaged-app';

let packed: Packed;
let place: Place;
let window: PackedWindow;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  packed = pack();
  place = new Place();
  window = await openPacked(packed, place);
  page = window.page;
});

test.afterAll(async () => {
  await window?.browser.close();
  await window?.started.end();
  place?.remove();
});

test('the archive holds what was built, and neither sources nor packages; the licences are there', () => {
  const files = listPackage(packed.archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'));
  const others = files.filter(
    (file) =>
      !/^\/(package\.json|LICENSE|out(\/(main|preload|renderer)(\/[^/]+|\/assets\/[^/]+)?)?)$/.test(file),
  );
  expect(others).toEqual([]);
  expect(files.filter((file) => /\.(ts|tsx|map)$|\/cli\.js$/.test(file))).toEqual([]);
  expect(files).toContain('/out/main/third-party.txt');
  expect(files).toContain('/out/renderer/third-party.txt');
  expect(readFileSync(join(root, 'out/renderer/third-party.txt'), 'utf8')).toContain('react-dom 19');
});

test('the fuses are set as decided', async () => {
  const wire = await getCurrentFuseWire(packed.program);
  const state = (fuse: FuseV1Options) => String.fromCharCode(wire[fuse] ?? 0) === '1';
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspectArguments: state(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyFromAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    fileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: false,
    inspectArguments: false,
    asarIntegrity: true,
    onlyFromAsar: true,
    ownSnapshot: false,
    fileProtocol: false,
  });
});

test('it opens a project, and agents find it', async () => {
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^MCP \d+/ })).toBeVisible();
  await expect(page).toHaveTitle(/Skywalker/);
});

test('the policy of the page is strict: nothing inline runs, no text becomes code, nothing else is loaded', async () => {
  const header = await page.evaluate(
    "fetch(location.href).then((answer) => answer.headers.get('content-security-policy'))",
  );
  const policy = Object.fromEntries(
    String(header)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  );
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'worker-src': "'self'",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-src': "'none'",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
  });
  // What the debugger evaluates is above the policy; what runs later is not.
  const tried = `new Promise((done) => {
    const refused = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    setTimeout(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = "inline"';
      document.body.append(script);
      const link = document.createElement('a');
      link.setAttribute('onclick', 'window.ran = "handler"');
      link.click();
      document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="window.ran = \\'markup\\'">');
      const answers = [];
      for (const code of [() => eval('1'), () => new Function('return 1')(), () => setTimeout('window.ran = "timer"', 0)])
        try { answers.push(typeof code() === 'number' && code.toString().includes('setTimeout') ? 'scheduled' : 'ran'); }
        catch (error) { answers.push(error.name); }
      try { new Worker(URL.createObjectURL(new Blob(['1']))).onerror = (event) => event.preventDefault(); } catch {}
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/';
      document.body.append(frame);
      const image = new Image();
      image.src = 'https://example.com/x.png';
      const until = () => refused.length >= 9
        ? done({ answers, ran: window.ran ?? null, refused: [...new Set(refused)].sort() })
        : setTimeout(until, 20);
      until();
    }, 0);
  })`;
  expect(await page.evaluate(tried)).toEqual({
    answers: ['EvalError', 'EvalError', 'scheduled'],
    ran: null,
    refused: ['frame-src', 'img-src', 'script-src', 'script-src-attr', 'script-src-elem', 'worker-src'],
  });
  await page.reload();
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
});

test('it goes nowhere, opens nothing, and gets no permission', async () => {
  const here = page.url();
  const context = page.context();
  expect(await page.evaluate("String(window.open('https://example.com'))")).toBe('null');
  // With the middle button, and by itself.
  await page.evaluate(`{
    const link = document.createElement('a');
    link.href = 'https://example.com/';
    link.textContent = 'elsewhere';
    link.style.cssText = 'position:fixed;top:0;left:0;z-index:99999';
    document.body.append(link);
  }`);
  await page.getByText('elsewhere').click({ button: 'middle' });
  // Playwright's own click would wait for the page that is never loaded.
  await page.evaluate('document.querySelector(\'a[href="https://example.com/"]\').click()');
  await page.evaluate("location.assign('https://example.com/')");
  await page.evaluate("location.assign('file:///etc/passwd')");
  expect(await page.evaluate("fetch('https://example.com/').then(() => 'reached', () => 'refused')")).toBe(
    'refused',
  );
  expect(context.pages().map((each) => each.url())).toEqual([here]);
  await page.evaluate('document.querySelector(\'a[href="https://example.com/"]\').remove()');

  const names = [
    'geolocation',
    'notifications',
    'camera',
    'microphone',
    'clipboard-read',
    'midi',
    'persistent-storage',
  ];
  const states = `Promise.all(${JSON.stringify(names)}.map(async (name) => (await navigator.permissions.query({ name })).state))`;
  expect(await page.evaluate(states)).toEqual(names.map(() => 'denied'));
  const asked = `Promise.all([
    Notification.requestPermission(),
    navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'given', () => 'refused'),
    navigator.clipboard.readText().then(() => 'given', (error) => error.name),
    new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('given'), (error) => done(error.code))),
  ])`;
  expect(await page.evaluate(asked)).toEqual(['denied', 'refused', 'NotAllowedError', 1]);
});

test('developer tools do not open', async () => {
  for (const key of ['F12', 'ControlOrMeta+Shift+i', 'ControlOrMeta+Alt+i']) await page.keyboard.press(key);
  const session = await window.browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  expect(targetInfos.filter(({ type }) => type === 'page').map(({ url }) => url)).toEqual([page.url()]);
  await session.detach();
});

test('a frame has no bridge, and a foreign page that has one is not answered', async () => {
  const frame = `(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const found = [typeof frame.contentWindow.skywalker, typeof frame.contentWindow.require];
    frame.remove();
    return found;
  })()`;
  expect(await page.evaluate(frame)).toEqual(['undefined', 'undefined']);
  const own = page.url();
  await page.goto('data:text/html,<p>Foreign</p>');
  const calls = `Promise.all([
    window.skywalker.info(),
    window.skywalker.call('scene_query', {}),
    window.skywalker.openProject({ kind: 'sample' }),
    window.skywalker.copyText('x'),
  ].map((call) => call.then(() => 'answered', (error) => error.message)))`;
  for (const answer of z.array(z.string()).parse(await page.evaluate(calls)))
    expect(answer).toContain('Not a window of Skywalker');
  await page.goto(own);
  await expect(page.getByRole('treeitem', { name: /Player/ })).toBeVisible();
});

test('what is copied for a client starts the packed command, which reaches this window', async () => {
  const configuration =
    "window.skywalker.clientConfiguration('generic').then(({ text }) => JSON.parse(text))";
  const { mcpServers } = z
    .object({
      mcpServers: z.object({ skywalker: z.object({ command: z.string(), args: z.array(z.string()) }) }),
    })
    .parse(await page.evaluate(configuration));
  expect([mcpServers.skywalker.command, ...mcpServers.skywalker.args]).toContain(packed.command);
  const client = new Client({ name: 'packed', version: '1' });
  const env = place.env as Record<string, string>;
  await client.connect(new StdioClientTransport({ ...mcpServers.skywalker, env, stderr: 'ignore' }));
  try {
    const { structuredContent } = await client.callTool({ name: 'engine_info', arguments: {} });
    expect(structuredContent).toMatchObject({ project: { name: 'Sky Garden' } });
    // The documentation came along.
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).filter((uri) => uri.includes('first-tool'))).not.toEqual([]);
  } finally {
    await client.close();
  }
});

test('the packed command works by itself, serves the language, and opens the packed window', async () => {
  const folder = join(place.home, 'meadow');
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [packed.command, ...args], {
      env: place.env,
      cwd: place.home,
      encoding: 'utf8',
    });
  const { version } = z.object({ version: z.string() }).parse(readJson(join(root, 'package.json')));
  expect(run('--version').trim()).toBe(`skywalker ${version}`);
  run('new', folder, '--sample');
  expect(run('call', 'scene_query', '{"tag":"player"}', '--project', folder)).toContain('Player');
  const hello = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  const server = spawn(process.execPath, [packed.command, 'lsp', '--stdio'], { env: place.env });
  server.stdin.write(`Content-Length: ${hello.length}\r\n\r\n${hello}`);
  let answer = '';
  for await (const part of server.stdout) {
    answer += String(part);
    if (answer.includes('"completionProvider"')) break;
  }
  server.kill();
  expect(answer).toContain('"completionProvider"');
  const opened = start(process.execPath, [packed.command, 'open', folder], place.env);
  await opened.says(/Agents connect to/);
  await opened.end();
});

test('no variable and no argument makes a Node.js of it, or lets anybody in', async () => {
  const mark = join(place.home, 'ran');
  const script = join(place.home, 'evil.cjs');
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'ran')`);
  // The development one does what is asked of it, so that the attempt is a real one.
  const electron = process.env.SKYWALKER_ELECTRON ?? '';
  spawnSync(electron, [script], { env: { ...place.env, ELECTRON_RUN_AS_NODE: '1' } });
  expect(existsSync(mark)).toBe(true);
  rmSync(mark);
  const other = new Place();
  const hostile = startPacked(packed, ['--inspect=0', '--require', script, script], other, {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: `--require=${script} --inspect=0`,
  });
  await hostile.says(/could not be opened/);
  await hostile.end();
  expect(existsSync(mark)).toBe(false);
  expect(hostile.said()).not.toContain('Debugger listening');
  other.remove();
});

test('an application beside the archive is not loaded', async () => {
  await withCopy(async (copy) => {
    // It is the folder that Electron prefers to look for.
    extractAll(copy.archive, join(dirname(copy.archive), 'app'));
    renameSync(copy.archive, `${copy.archive}.away`);
    expect(await endOf(copy)).not.toContain('DevTools listening');
  });
});

test('an archive that was altered is not loaded', async () => {
  test.skip(process.platform === 'linux', 'Electron checks the archive on macOS and Windows alone');
  await withCopy(async (copy) => {
    const bytes = readFileSync(copy.archive);
    bytes.write('Skywalkex', bytes.indexOf('app.setName("Skywalker")') + 'app.setName("'.length);
    rmSync(copy.archive);
    writeFileSync(copy.archive, bytes);
    expect(await endOf(copy)).not.toContain('is open. Agents');
  });
});

/** A copy that may be spoilt; what is not replaced is shared with the first. */
async function withCopy(use: (copy: Packed) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(dirname(packed.folder), 'copy-'));
  try {
    if (process.platform === 'linux') execFileSync('cp', ['-al', `${packed.folder}/.`, folder]);
    else cpSync(packed.folder, folder, { recursive: true, verbatimSymlinks: true });
    await use(packedIn(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a packed application that does not start says until it ends. */
async function endOf(copy: Packed): Promise<string> {
  const own = new Place();
  const started = startPacked(copy, [own.project], own);
  const opened = started.says(/is open\. Agents/).then(
    () => started.end(),
    () => undefined,
  );
  await opened;
  own.remove();
  return started.said();
}
