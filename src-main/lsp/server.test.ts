/** The language server as it is shipped, started as a process and spoken to as an editor does. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  DocumentHighlight,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Location,
  Position,
  Range,
  SemanticTokens,
  SignatureHelp,
  SymbolInformation,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { buildEntry, type BuiltEntry } from '../testkit/built-entry';
import { CAPABLE, TestClient, uriOf } from './testkit/client';
import { COMBAT, newProject } from './testkit/project';

// A busy machine starts processes slowly.
vi.setConfig({ testTimeout: 60_000 });

let cli: BuiltEntry;
let folder: string;
let client: TestClient;
const started: TestClient[] = [];

beforeAll(async () => {
  cli = await buildEntry('src-main/cli/main.ts');
}, 60_000);

afterAll(() => cli.remove());

beforeEach(() => {
  folder = newProject();
  client = startClient();
});

afterEach(() => {
  for (const one of started.splice(0)) one.kill();
  rmSync(folder, { recursive: true, force: true });
});

function startClient(): TestClient {
  const one = TestClient.start(cli.script);
  started.push(one);
  return one;
}

const uri = (path: string): string => uriOf(join(folder, path));

/** Opens a text, and gives what to ask with about the place of its `|`. */
async function at(
  path: string,
  source: string,
): Promise<{ readonly textDocument: { readonly uri: string }; readonly position: Position }> {
  const offset = source.indexOf('|');
  const before = source.slice(0, offset);
  await client.open(uri(path), before + source.slice(offset + 1));
  const line = before.split('\n').length - 1;
  const position = { line, character: before.length - (before.lastIndexOf('\n') + 1) };
  return { textDocument: { uri: uri(path) }, position };
}

const range = (line: number, from: number, to: number, toLine = line): Range => ({
  start: { line, character: from },
  end: { line: toLine, character: to },
});

const brief = ({ start, end }: Range): string =>
  `${start.line}:${start.character}-${end.line}:${end.character}`;

test('it says what it can do, in UTF-16 where nothing else is offered, and ends with 0 after a shutdown', async () => {
  const { capabilities, serverInfo } = await client.initialize(folder);
  expect(serverInfo?.name).toBe('skywalker');
  expect(capabilities).toMatchObject({
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: 2 },
    renameProvider: { prepareProvider: true },
    semanticTokensProvider: { full: true, range: true },
  });
  expect(capabilities.diagnosticProvider).toBeUndefined();
  expect(await client.end()).toBe(0);
});

test('what is asked before it is initialised or after it was shut down gets an error, and so does an unknown method', async () => {
  const params = { textDocument: { uri: uri('a.wander') }, position: { line: 0, character: 0 } };
  await expect(client.ask('textDocument/hover', params)).rejects.toMatchObject({ code: -32002 });
  await client.initialize(folder);
  await expect(client.ask('wander/fly', {})).rejects.toMatchObject({ code: -32601 });
  await client.connection.sendNotification('wander/unknown', {});
  await expect(client.ask('textDocument/hover', params)).resolves.toBeNull();
  await client.ask('shutdown', {});
  await expect(client.ask('textDocument/hover', params)).rejects.toMatchObject({ code: -32600 });
});

test('a message that is no JSON, and an initialize that says next to nothing, do it no harm', async () => {
  client.child.stdin?.write('Content-Length: 5\r\n\r\n{bad}');
  const { capabilities } = await client.ask<{ capabilities: object }>('initialize', { capabilities: {} });
  expect(capabilities).toMatchObject({ positionEncoding: 'utf-16', hoverProvider: true });
  expect(await client.end()).toBe(0);
});

test('an exit without a shutdown, and an input that ends, end it with 1', async () => {
  await client.initialize(folder);
  const exited = new Promise((resolve) => client.child.once('exit', resolve));
  await client.connection.sendNotification('exit');
  expect(await exited).toBe(1);
  const other = startClient();
  await other.initialize(folder);
  const ended = new Promise((resolve) => other.child.once('exit', resolve));
  other.child.stdin?.end();
  expect(await ended).toBe(1);
});

test('diagnostics come as one types, with place, code, hint and fading', async () => {
  await client.initialize(folder);
  await client.open(uri('a.wander'), 'fn f()\n  let x = 1\n  return radius\nend\n');
  const found = await client.diagnostics(uri('a.wander'));
  expect(found.map(({ range: place, severity, code, tags }) => [brief(place), severity, code, tags])).toEqual(
    [
      ['1:6-1:7', 2, 'unused_variable', [1]],
      ['2:9-2:15', 1, 'unknown_name', undefined],
    ],
  );
  await client.change(uri('a.wander'), { range: range(2, 9, 15), text: 'x' });
  expect(await client.diagnostics(uri('a.wander'))).toEqual([]);
  await client.close(uri('a.wander'));
  expect(await client.diagnosticsLike(uri('a.wander'), (list) => list.length === 0)).toEqual([]);
});

test('a client that pulls diagnostics is not pushed any, and is asked to pull again when a module changes', async () => {
  const { capabilities } = await client.initialize(folder, {
    ...CAPABLE,
    textDocument: { ...CAPABLE.textDocument, diagnostic: {} },
    workspace: { ...CAPABLE.workspace, diagnostics: { refreshSupport: true } },
  });
  expect(capabilities.diagnosticProvider).toMatchObject({ interFileDependencies: true });
  await client.open(uri('a.wander'), 'use "scripts/combat"\nfn f(e)\n  return combat.heal(e)\nend\n');
  const pull = (): Promise<{ kind: string; items: { code: string }[] }> =>
    client.ask('textDocument/diagnostic', { textDocument: { uri: uri('a.wander') } });
  expect((await pull()).items.map(({ code }) => code)).toEqual(['unknown_function']);
  await client.open(uri('scripts/combat.wander'), `${COMBAT}fn heal(e)\n  return e.hp\nend\n`);
  await client.until(() => client.refreshes > 0);
  expect((await pull()).items).toEqual([]);
});

test('a module is read from the project; what is open wins, then the disk as it changes', async () => {
  await client.initialize(folder);
  await client.until(() => client.registrations.includes('workspace/didChangeWatchedFiles'));
  await client.open(uri('a.wander'), 'use "scripts/combat"\nfn f(e)\n  return combat.heal(e)\nend\n');
  const isRight = (list: readonly unknown[]): boolean => list.length === 0;
  const codes = (await client.diagnostics(uri('a.wander'))).map(({ code }) => code);
  expect(codes).toEqual(['unknown_function']);
  await client.open(uri('scripts/combat.wander'), 'fn heal(e)\n  return e.hp\nend\n');
  await client.diagnosticsLike(uri('a.wander'), isRight);
  await client.close(uri('scripts/combat.wander'));
  await client.diagnosticsLike(uri('a.wander'), (list) => list.length === 1);
  writeFileSync(join(folder, 'scripts/combat.wander'), 'fn heal(e)\n  return e.hp\nend\n');
  await client.tellOfChanges(join(folder, 'scripts/combat.wander'));
  await client.diagnosticsLike(uri('a.wander'), isRight);
});

test('the arguments of a tool come from the definition beside its code, open or on the disk', async () => {
  await client.initialize(folder);
  const asked = await at('tools/near.wander', 'fn run(args)\n  return args.|\nend\n');
  const items = await client.ask<CompletionItem[]>('textDocument/completion', asked);
  expect(items[0]).toMatchObject({
    label: 'radius',
    detail: 'number',
    documentation: { kind: 'markdown', value: 'How far to look.' },
    textEdit: { newText: 'radius', range: range(1, 14, 14) },
  });
  const definition = { input_schema: { type: 'object', properties: { tag: { type: 'string' } } } };
  await client.open(uri('tools/near.tool.json'), JSON.stringify(definition), 'json');
  const again = await client.ask<CompletionItem[]>('textDocument/completion', asked);
  expect(again.map(({ label }) => label)).toContain('tag');
  expect(again.map(({ label }) => label)).not.toContain('radius');
});

test('a tool that may not edit is told so, and code that a definition names by its source is a tool’s', async () => {
  await client.initialize(folder);
  await client.open(uri('tools/near.wander'), 'fn run(args)\n  return spawn("cube")\nend\n');
  expect((await client.diagnostics(uri('tools/near.wander'))).map(({ code }) => code)).toEqual([
    'capability_denied',
  ]);
  const definition = { source: 'scripts/far.wander', capabilities: { mutate: true } };
  writeFileSync(join(folder, 'tools/far.tool.json'), JSON.stringify(definition));
  await client.open(uri('scripts/far.wander'), 'fn start()\n  return 1\nend\n');
  expect((await client.diagnostics(uri('scripts/far.wander'))).map(({ code }) => code)).toEqual([
    'missing_run',
  ]);
});

test('names in quotes come from the engine, the tools’ folder, the main scene and game.json', async () => {
  await client.initialize(folder);
  const labels = async (path: string, source: string): Promise<readonly string[]> =>
    (await client.ask<CompletionItem[]>('textDocument/completion', await at(path, source))).map(
      ({ label }) => label,
    );
  const tools = await labels('tools/a.wander', 'fn run()\n  return call_tool("|")\nend\n');
  expect(tools).toEqual(expect.arrayContaining(['scene_query', 'user_near']));
  expect(await labels('b.wander', 'fn f()\n  return find("|")\nend\n')).toEqual(['Door', 'Lamp']);
  expect(await labels('c.wander', 'fn f()\n  return find_all("|")\nend\n')).toEqual(['light', 'small']);
  expect(await labels('d.wander', 'fn f(e)\n  return has(e, "|")\nend\n')).toContain('fuel');
  expect(await labels('e.wander', 'fn f(e: entity)\n  return e.fuel.|\nend\n')).toEqual(['litres']);
  expect(await labels('scripts/f.wander', 'use "|"\n')).toEqual(
    expect.arrayContaining(['scripts/combat', 'scripts/arena', 'tools/near']),
  );
});

test('completion gives calls as snippets to a client that knows them, and plain text to another', async () => {
  await client.initialize(folder);
  const source = 'use "scripts/combat"\nfn f(e)\n  return combat.h|\nend\n';
  const [item] = await client.ask<CompletionItem[]>('textDocument/completion', await at('a.wander', source));
  const items = await client.ask<CompletionItem[]>('textDocument/completion', await at('a.wander', source));
  expect(items.find(({ label }) => label === 'hurt')).toMatchObject({
    kind: 3,
    detail: 'fn hurt(e: entity, amount?) -> number',
    documentation: { value: 'Takes hp away.' },
    insertTextFormat: 2,
    textEdit: { newText: 'hurt($1)$0', range: range(2, 16, 17) },
  });
  expect(item).toBeDefined();
  client = startClient();
  await client.initialize(folder, {});
  const plain = await client.ask<CompletionItem[]>('textDocument/completion', await at('a.wander', source));
  expect(plain.find(({ label }) => label === 'hurt')).toMatchObject({
    documentation: { kind: 'plaintext', value: 'Takes hp away.' },
    insertTextFormat: 1,
    textEdit: { newText: 'hurt()' },
  });
});

test('hover shows the signature as Wander and the comment as text in which no markup has an effect', async () => {
  await client.initialize(folder);
  const asked = await at(
    'a.wander',
    '-- See <b>[this](http://x)</b>\nfn f(n: number)\n  return n\nend\nconst A = 1\nfn g()\n  return f|(1)\nend\n',
  );
  expect(await client.ask<Hover>('textDocument/hover', asked)).toEqual({
    range: range(6, 9, 10),
    contents: {
      kind: 'markdown',
      value: '```wander\nfn f(n: number) -> number\n```\n\nSee \\<b\\>\\[this\\](http://x)\\</b\\>',
    },
  });
});

test('signature help knows the parameter at the cursor', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', 'use "scripts/combat"\nfn f(e)\n  return combat.hurt(e, |)\nend\n');
  expect(await client.ask<SignatureHelp>('textDocument/signatureHelp', asked)).toMatchObject({
    signatures: [
      {
        label: 'fn hurt(e: entity, amount?) -> number',
        parameters: [{ label: [8, 17] }, { label: [19, 26] }],
      },
    ],
    activeParameter: 1,
  });
});

test('a definition is found here and in another file; references are found in all files of the project', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', 'use "scripts/combat"\nfn f(e)\n  return combat.hu|rt(e)\nend\n');
  expect(await client.ask<Location>('textDocument/definition', asked)).toEqual({
    uri: uri('scripts/combat.wander'),
    range: range(3, 3, 7),
  });
  const local = { ...asked, position: { line: 2, character: 21 } };
  expect(await client.ask('textDocument/definition', local)).toEqual({
    uri: uri('a.wander'),
    range: range(1, 5, 6),
  });
  // A file that is open and not yet on the disk counts, as soon as it is there; on the disk are arena and combat.
  const places = async (includeDeclaration: boolean): Promise<readonly string[]> =>
    (
      await client.ask<Location[]>('textDocument/references', { ...asked, context: { includeDeclaration } })
    ).map(({ uri: where, range: place }) => `${where.slice(uri('x').length - 1)} ${brief(place)}`);
  expect(await places(true)).toEqual([
    'a.wander 2:16-2:20',
    'scripts/arena.wander 2:11-2:15',
    'scripts/combat.wander 3:3-3:7',
  ]);
  expect(await places(false)).toEqual(['a.wander 2:16-2:20', 'scripts/arena.wander 2:11-2:15']);
});

test('renaming a function changes its file and every file that uses it; what can’t be is refused with the reason', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', 'use "scripts/combat"\nfn f(e)\n  return combat.hu|rt(e)\nend\n');
  expect(await client.ask('textDocument/prepareRename', asked)).toEqual({
    range: range(2, 16, 20),
    placeholder: 'hurt',
  });
  const { documentChanges } = await client.ask<WorkspaceEdit>('textDocument/rename', {
    ...asked,
    newName: 'harm',
  });
  expect(documentChanges).toEqual([
    {
      textDocument: { uri: uri('scripts/combat.wander'), version: null },
      edits: [{ range: range(3, 3, 7), newText: 'harm' }],
    },
    {
      textDocument: { uri: uri('a.wander'), version: 1 },
      edits: [{ range: range(2, 16, 20), newText: 'harm' }],
    },
    {
      textDocument: { uri: uri('scripts/arena.wander'), version: null },
      edits: [{ range: range(2, 11, 15), newText: 'harm' }],
    },
  ]);
  await expect(client.ask('textDocument/rename', { ...asked, newName: 'BASE' })).rejects.toMatchObject({
    code: -32803,
    message: '"BASE" is already used where this name stands.',
  });
  const onKeyword = { ...asked, position: { line: 2, character: 3 } };
  expect(await client.ask('textDocument/prepareRename', onKeyword)).toBeNull();
});

test('symbols of a document nest where the client can show it, and those of the project are found by their letters', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', 'const A = 1\nfn f(n: number)\n  return n\nend|\n');
  const [first, second] = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', asked);
  expect(first).toMatchObject({ name: 'A', kind: 14, selectionRange: range(0, 6, 7) });
  expect(second).toMatchObject({
    name: 'f',
    kind: 12,
    detail: '(n: number) -> number',
    range: range(1, 0, 3, 3),
  });
  const named = await client.ask<SymbolInformation[]>('workspace/symbol', { query: 'hr' });
  expect(
    named.map(({ name, containerName, location }) => [name, containerName, brief(location.range)]),
  ).toEqual([['hurt', 'scripts/combat.wander', '3:3-3:7']]);
});

test('behaviours: their outline nests, states are completed, found and renamed, triggers are offered', async () => {
  await client.initialize(folder);
  const text =
    'behavior Door\n  var open = false\n  on start\n    go to W|ide\n  end\n  state Wide\n    on enter\n      open = true\n    end\n  end\nend\n';
  const asked = await at('scripts/door.wander', text);
  expect(await client.diagnostics(uri('scripts/door.wander'))).toEqual([]);
  const [door] = await client.ask<DocumentSymbol[]>('textDocument/documentSymbol', asked);
  expect(door).toMatchObject({ name: 'Door', kind: 5, range: range(0, 0, 3, 10) });
  expect(door?.children?.map(({ name, kind }) => [name, kind])).toEqual([
    ['open', 8],
    ['on start', 24],
    ['Wide', 3],
  ]);
  const state = { uri: uri('scripts/door.wander'), range: range(5, 8, 12) };
  expect(await client.ask('textDocument/definition', asked)).toEqual(state);
  const completed = await client.ask<CompletionItem[]>('textDocument/completion', asked);
  expect(completed.map(({ label }) => label)).toEqual(['Wide']);
  const { documentChanges } = await client.ask<WorkspaceEdit>('textDocument/rename', {
    ...asked,
    newName: 'Ajar',
  });
  expect(documentChanges).toMatchObject([
    { edits: [{ range: range(3, 10, 14) }, { range: range(5, 8, 12) }] },
  ]);
  const named = await client.ask<SymbolInformation[]>('workspace/symbol', { query: 'doo' });
  // Of what is on the disk.
  expect(named).toEqual([]);
  await client.change(uri('scripts/door.wander'), { range: range(2, 2, 7, 4), text: 'on ' });
  const triggers = await client.ask<CompletionItem[]>('textDocument/completion', {
    ...asked,
    position: { line: 2, character: 5 },
  });
  expect(triggers.map(({ label }) => label)).toEqual(expect.arrayContaining(['start', 'tick', 'event']));
});

test('blocks and comments fold', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', '-- one\n-- two\nfn f(x)\n  if x then\n    f(1)\n  end\nend\n|');
  expect(await client.ask<FoldingRange[]>('textDocument/foldingRange', asked)).toEqual([
    { startLine: 0, endLine: 1, kind: 'comment' },
    { startLine: 2, endLine: 5 },
    { startLine: 3, endLine: 4 },
  ]);
});

test('semantic tokens colour the whole text, or a range of it', async () => {
  const { capabilities } = await client.initialize(folder);
  const types = capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
  await client.open(uri('a.wander'), '-- c\nfn f(p)\n  return "a" + p\nend\n');
  const tokens = ({
    data,
  }: SemanticTokens): readonly (readonly [number, number, number, string | undefined])[] =>
    Array.from({ length: data.length / 5 }, (_, index) => {
      const [line = 0, character = 0, length = 0, type = 0] = data.slice(index * 5);
      return [line, character, length, types[type]] as const;
    });
  const textDocument = { uri: uri('a.wander') };
  expect(tokens(await client.ask('textDocument/semanticTokens/full', { textDocument }))).toEqual([
    [0, 0, 4, 'comment'],
    [1, 0, 2, 'keyword'],
    [0, 3, 1, 'function'],
    [0, 2, 1, 'parameter'],
    [1, 2, 6, 'keyword'],
    [0, 7, 3, 'string'],
    [0, 6, 1, 'parameter'],
    [1, 0, 3, 'keyword'],
  ]);
  const part = { textDocument, range: range(2, 0, 0, 3) };
  expect(tokens(await client.ask('textDocument/semanticTokens/range', part))).toEqual([
    [2, 2, 6, 'keyword'],
    [0, 7, 3, 'string'],
    [0, 6, 1, 'parameter'],
  ]);
});

test('formatting edits what differs; of a range, only its lines', async () => {
  await client.initialize(folder);
  const text = 'fn f( a )\n  return a\nend\n\nfn g(a)\n  return a+1\nend\n';
  await client.open(uri('a.wander'), text);
  const options = { tabSize: 2, insertSpaces: true };
  const textDocument = { uri: uri('a.wander') };
  const all = await client.ask<TextEdit[]>('textDocument/formatting', { textDocument, options });
  expect(all.map(({ range: { start } }) => start.line)).toEqual([0, 5]);
  const asked = { textDocument, options, range: range(5, 0, 12) };
  const part = await client.ask<TextEdit[]>('textDocument/rangeFormatting', asked);
  expect(part.map(({ range: { start } }) => start.line)).toEqual([5]);
});

test('a quick fix mends what is wrong at its place, for the version that it was asked about', async () => {
  await client.initialize(folder);
  await client.open(uri('a.wander'), 'fn f()\n  return disance((0, 0), (1, 1))\nend\n');
  const asked = {
    textDocument: { uri: uri('a.wander') },
    range: range(1, 9, 9),
    context: { diagnostics: [] },
  };
  const [fix] = await client.ask<CodeAction[]>('textDocument/codeAction', asked);
  expect(fix).toMatchObject({
    title: 'Change to "distance"',
    kind: 'quickfix',
    isPreferred: true,
    edit: {
      documentChanges: [
        {
          textDocument: { uri: uri('a.wander'), version: 1 },
          edits: [{ range: range(1, 9, 16), newText: 'distance' }],
        },
      ],
    },
  });
  const refactoring = { ...asked, context: { diagnostics: [], only: ['refactor'] } };
  expect(await client.ask('textDocument/codeAction', refactoring)).toEqual([]);
});

test('the places of a name are highlighted as read or written', async () => {
  await client.initialize(folder);
  const asked = await at('a.wander', 'fn f()\n  let x = 1\n  x = 2\n  return x|\nend\n');
  const found = await client.ask<DocumentHighlight[]>('textDocument/documentHighlight', asked);
  expect(found.map(({ range: place, kind }) => [brief(place), kind])).toEqual([
    ['1:6-1:7', 3],
    ['2:2-2:3', 3],
    ['3:9-3:10', 2],
  ]);
});

test('a client that counts bytes is told and understood in bytes', async () => {
  const { capabilities } = await client.initialize(folder, {
    ...CAPABLE,
    general: { positionEncodings: ['utf-8', 'utf-16'] },
  });
  expect(capabilities.positionEncoding).toBe('utf-8');
  await client.open(uri('a.wander'), 'fn f()\n  return "ä😀" + radius\nend\n');
  // `  return "` has 10 bytes, ä 2, 😀 4, `" + ` 4.
  const [found] = await client.diagnostics(uri('a.wander'));
  expect(found?.range).toEqual(range(1, 20, 26));
  await client.change(uri('a.wander'), { range: range(1, 20, 26), text: '1' });
  expect(await client.diagnostics(uri('a.wander'))).toEqual([]);
});

test('a request that is taken back before its turn is answered as cancelled', async () => {
  await client.initialize(folder);
  await client.open(uri('a.wander'), 'fn f()\n  return 1\nend\n');
  const { CancellationTokenSource } = await import('vscode-languageserver/node');
  const source = new CancellationTokenSource();
  const params = { textDocument: { uri: uri('a.wander') } };
  const answers = Array.from({ length: 50 }, () =>
    client.connection.sendRequest('textDocument/semanticTokens/full', params, source.token).then(
      () => 'answered',
      (error: { code: number }) => error.code,
    ),
  );
  source.cancel();
  const outcomes = new Set(await Promise.all(answers));
  expect(outcomes.has(-32800)).toBe(true);
  expect([...outcomes].every((outcome) => outcome === 'answered' || outcome === -32800)).toBe(true);
});

test('texts that are no files, URIs that are none, garbage and huge texts are borne', async () => {
  await client.initialize(undefined);
  await client.open('untitled:Untitled-1', 'fn f()\n  return radius\nend\n');
  expect(await client.diagnostics('untitled:Untitled-1')).toHaveLength(1);
  await client.open('file://%zz/\u0000', 'fn f(');
  await client.diagnostics('file://%zz/\u0000');
  await client.open(uri('deep.wander'), '('.repeat(200_000));
  expect((await client.diagnostics(uri('deep.wander'))).length).toBeGreaterThan(0);
  await client.open(uri('huge.wander'), `fn f()\n${'  log "x"\n'.repeat(300_000)}end\n`);
  expect((await client.diagnostics(uri('huge.wander'))).length).toBeGreaterThan(0);
  const binary = Array.from({ length: 5000 }, (_, index) => String.fromCharCode((index * 7919) % 65536)).join(
    '',
  );
  await client.open(uri('binary.wander'), binary);
  expect((await client.diagnostics(uri('binary.wander'))).length).toBeGreaterThan(0);
  await client.change(
    uri('binary.wander'),
    { range: range(99_999, 5, 5), text: 'x' },
    { range: range(0, -3, -9), text: '' },
  );
  await client.diagnostics(uri('binary.wander'));
  for (const method of [
    'hover',
    'completion',
    'definition',
    'signatureHelp',
    'documentHighlight',
    'prepareRename',
  ])
    await client.ask(`textDocument/${method}`, {
      textDocument: { uri: uri('deep.wander') },
      position: { line: 1e9, character: -1e9 },
    });
  expect(await client.end()).toBe(0);
});
