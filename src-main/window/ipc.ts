/**
 * Answers the bridge of src-preload/contract.ts. Every message must come from a window's own page, and what it carries is
 * parsed before anything is done with it.
 */
import { clipboard, ipcMain, type IpcMainInvokeEvent } from 'electron';
import * as z from 'zod';
import type {
  AppInfo,
  Bridge,
  BridgeCall,
  MenuCommand,
  OpenOutcome,
  OpenRequest,
  ThemeChoice,
} from '../../src-preload/contract';
import { toolError } from '../engine/errors';
import { isJsonObject, type JsonObject } from '../engine/json';
import {
  addressText,
  MCP_CLIENTS,
  nodeProgram,
  startCommand,
  startText,
} from '../server/client-configuration';
import { productFolder } from '../server/product-folder';
import type { EditorWindow } from './editor-window';
import { isOwnPage } from './lockdown';
import type { ProjectSession } from './project-session';

export interface IpcParts {
  /** The window whose page a message comes from. */
  windowOf(contents: Electron.WebContents): EditorWindow | undefined;
  info(window: EditorWindow): Promise<AppInfo>;
  openProject(window: EditorWindow, request: OpenRequest): Promise<OpenOutcome>;
  setTheme(choice: ThemeChoice): void;
  setMenu(window: EditorWindow, commands: readonly MenuCommand[]): void;
}

const NO_PROJECT = 'No project is open in this window';
/** Said where it was not found: the window runs without it, the command does not. */
const NEEDS_NODE = 'It needs Node.js 20.19 or later, which was not found on this machine.';

/** Objects of JSON. What is inside is checked at the door, against the tool's own schema. */
const ARGUMENTS = z.custom<JsonObject>(isJsonObject, 'must be an object');
const CALL_ID = z.string().min(1).max(100);
const CALL_OPTIONS = z.object({ dryRun: z.boolean().optional(), id: CALL_ID.optional() }).default({});
const OLDER_REQUEST = z.object({ before: z.number().int().min(1), limit: z.number().int().min(1).max(1000) });
const POLL_REQUEST = z.object({
  since: z.number().int().min(0),
  limit: z.number().int().min(1).max(1000),
  waitMs: z.number().min(0).max(25_000),
});
const EXPORT_ID = z.string().min(1).max(100);
const EXPORT_STEP = z.discriminatedUnion('step', [
  z.object({ step: z.literal('begin'), name: z.string().regex(/^[\w .-]{1,100}$/) }),
  z.object({ step: z.literal('read'), id: EXPORT_ID }),
  z.object({ step: z.literal('write'), id: EXPORT_ID, text: z.string().max(64_000_000) }),
  z.object({ step: z.literal('end'), id: EXPORT_ID, keep: z.boolean() }),
]);
const MENU_COMMAND = z.object({
  id: z.string().max(100),
  title: z.string().max(200),
  menu: z.enum(['app', 'file', 'edit', 'view', 'go', 'play', 'tools', 'help']),
  group: z.number().int(),
  keys: z.string().max(60).optional(),
  checked: z.boolean().optional(),
  insteadOf: z.enum(['cut', 'copy', 'paste']).optional(),
  enabled: z.boolean(),
});
const OPEN_REQUEST = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    folder: z.string().min(1).max(4096),
    create: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('choose') }),
  z.object({ kind: z.literal('sample') }),
  z.object({ kind: z.literal('create') }),
]);

type Answer<Method extends BridgeCall> = ReturnType<Bridge[Method]> | Awaited<ReturnType<Bridge[Method]>>;

/** Binds the channels, once for all windows. */
export function bindIpc(parts: IpcParts): void {
  handle('info', z.tuple([]), (window) => parts.info(window));
  handle('openPort', z.tuple([]), async (window) => {
    await (await openSession(window)).openPort();
  });
  handle(
    'call',
    z.tuple([z.string().max(200), ARGUMENTS, CALL_OPTIONS]),
    async (window, tool, args, options) => {
      const session = await window.session;
      // Preload asks before anybody knows whether there is a project.
      if (session === undefined) return { ok: false, error: toolError('not_found', NO_PROJECT) };
      const caller = { actor: 'user', kind: 'human' } as const;
      const { id, dryRun = false } = options;
      if (id === undefined) return session.engine.call({ tool, args, caller, dryRun });
      return window.calls.run(id, (signal) => session.engine.call({ tool, args, caller, dryRun, signal }));
    },
  );
  handle('cancel', z.tuple([CALL_ID]), (window, id) => {
    window.calls.cancel(id);
  });
  handle('pollEvents', z.tuple([POLL_REQUEST]), async (window, request) => {
    const session = await openSession(window);
    return session.engine.events.wait({ ...request, signal: window.signal });
  });
  handle('olderEvents', z.tuple([OLDER_REQUEST]), async (window, request) => {
    const session = await openSession(window);
    return session.engine.events.older(request);
  });
  handle('pictures', z.tuple([CALL_ID]), async (window, call) => {
    const session = await openSession(window);
    return session.pictures.of(call);
  });
  handle('auditOf', z.tuple([CALL_ID]), async (window, call) => {
    const session = await openSession(window);
    return session.engine.custom.auditOf(call);
  });
  handle('exportEvents', z.tuple([EXPORT_STEP]), async (window, step) => {
    const session = await openSession(window);
    return window.exports.step(step, () => session.engine.events.all());
  });
  handle('clientConfiguration', z.tuple([z.enum([...MCP_CLIENTS, 'address'])]), async (window, client) => {
    const session = await openSession(window);
    if (client !== 'address') {
      const installed = { root: productFolder(), node: nodeProgram() };
      const start = startText(client, startCommand(client, session.folder, installed));
      return installed.node === undefined ? { ...start, where: `${start.where} ${NEEDS_NODE}` } : start;
    }
    await session.openPort();
    const text = session.server && addressText('generic', session.server);
    if (text === undefined) throw new Error('The MCP port is closed');
    return { ...text, where: `${text.where} It contains the access token of this project.` };
  });
  handle('copyText', z.tuple([z.string().max(50_000_000)]), (_window, text) => clipboard.writeText(text));
  handle('setTheme', z.tuple([z.enum(['system', 'light', 'dark'])]), (_window, choice) =>
    parts.setTheme(choice),
  );
  handle('openProject', z.tuple([OPEN_REQUEST]), (window, request) => parts.openProject(window, request));
  handle('setMenu', z.tuple([z.array(MENU_COMMAND).max(500)]), (window, list) => parts.setMenu(window, list));

  function handle<Method extends BridgeCall, Args extends readonly unknown[]>(
    method: Method,
    schema: z.ZodType<Args>,
    answer: (window: EditorWindow, ...args: Args) => Answer<Method>,
  ): void {
    ipcMain.handle(`skywalker:${method}`, async (event: IpcMainInvokeEvent, ...args: unknown[]) => {
      const window = parts.windowOf(event.sender);
      if (window === undefined || !isOwnPage(event.sender, event.senderFrame)) {
        throw new Error('Not a window of Skywalker');
      }
      const parsed = schema.safeParse(args);
      if (!parsed.success) throw new Error(`Bad arguments for ${method}: ${z.prettifyError(parsed.error)}`);
      return answer(window, ...parsed.data);
    });
  }
}

async function openSession(window: EditorWindow): Promise<ProjectSession> {
  const session = await window.session;
  if (session === undefined) throw new Error(NO_PROJECT);
  return session;
}
