/** What the studio's pages show, as its tools give it. A page is read when it is first looked at, and again after events about it. */
import { create } from 'zustand';
import type { EngineEvent, JsonObject, ToolError, ToolResult } from '../../src-preload/contract';
import { callTool, readTool } from './bridge';
import { arrayOf, numberOf, stringOf, stringsOf } from './read-json';
import {
  readChannel,
  readDecision,
  readFeedback,
  readLoopSummary,
  readMessage,
  readTask,
  readTemplate,
  type ChannelView,
  type DecisionView,
  type FeedbackView,
  type LoopSummaryView,
  type LoopTemplate,
  type MessageView,
  type TaskView,
} from './studio-read';

export const STUDIO_PAGES = ['messages', 'board', 'feedback', 'decisions', 'loops'] as const;
export type StudioPage = (typeof STUDIO_PAGES)[number];

interface StudioState {
  readonly messages: readonly MessageView[];
  readonly channels: readonly ChannelView[];
  /** There are older messages than the first. */
  readonly earlier: boolean;
  readonly tasks: readonly TaskView[];
  readonly feedback: readonly FeedbackView[];
  /** The newest, and those that hold; newest first. */
  readonly decisions: readonly DecisionView[];
  readonly loops: readonly LoopSummaryView[];
  readonly templates: readonly LoopTemplate[];
  /** Why a page's file can't be used as it is. */
  readonly problems: Readonly<Partial<Record<StudioPage, string>>>;
  readonly loaded: Readonly<Partial<Record<StudioPage, boolean>>>;
  readonly errors: Readonly<Partial<Record<StudioPage, ToolError>>>;
  /** Rises with each reading of loops: a loop that is open is read anew. */
  readonly loopsRead: number;
  readonly refresh: (page: StudioPage) => Promise<void>;
  readonly follow: (events: readonly EngineEvent[]) => void;
}

type Part = Partial<StudioState>;
type Read = { readonly part: Part; readonly problem?: string } | { readonly error: ToolError };

/** Newest messages that are held. */
const MESSAGES = 500;

const reading = new Map<StudioPage, { again: boolean; done: Promise<void> }>();

export const useStudio = create<StudioState>((set, get) => ({
  ...{ messages: [], channels: [], earlier: false, tasks: [], feedback: [], decisions: [] },
  ...{ loops: [], templates: [], problems: {}, loaded: {}, errors: {}, loopsRead: 0 },
  // A burst of events makes at most one reading after the one that is under way.
  refresh: (page) => {
    const running = reading.get(page);
    if (running !== undefined) {
      running.again = true;
      return running.done;
    }
    const turn = { again: false, done: Promise.resolve() };
    turn.done = (async () => {
      do {
        turn.again = false;
        const read = await READERS[page]();
        const error = 'error' in read ? read.error : undefined;
        set((state) => ({
          ...('error' in read ? {} : read.part),
          ...(page === 'loops' ? { loopsRead: state.loopsRead + 1 } : {}),
          loaded: { ...state.loaded, [page]: true },
          errors: { ...state.errors, [page]: error },
          problems: { ...state.problems, [page]: 'error' in read ? undefined : read.problem },
        }));
      } while (turn.again);
      reading.delete(page);
    })();
    reading.set(page, turn);
    return turn.done;
  },
  follow: (events) => {
    const pages = new Set<StudioPage>();
    for (const { type, kind, data } of events) {
      if (type !== 'studio') continue;
      const about = data['action'] === 'changed_on_disk' ? STUDIO_PAGES : pagesOf(kind);
      for (const page of about) pages.add(page);
    }
    const { loaded, refresh } = get();
    // Decisions bring the feedback along.
    if (pages.has('decisions') && loaded.decisions === true) pages.delete('feedback');
    for (const page of pages) if (loaded[page] === true) void refresh(page);
  },
}));

/** The pages that an event of a kind is about, the one that shows it first. */
export function pagesOf(kind: string | undefined): readonly StudioPage[] {
  switch (kind) {
    case 'message':
      return ['messages'];
    case 'task':
      return ['board', 'feedback'];
    case 'feedback':
      return ['feedback', 'decisions'];
    case 'decision':
      return ['decisions', 'feedback'];
    case 'loop':
      return ['loops'];
    case 'presence':
      return [];
    default:
      return STUDIO_PAGES;
  }
}

const READERS: Readonly<Record<StudioPage, () => Promise<Read>>> = {
  messages: async () =>
    read(await readTool('studio_inbox', { channel: '*', unread_only: false, limit: MESSAGES }), (data) => {
      const messages = arrayOf(data['messages']).flatMap(readMessage);
      const channels = arrayOf(data['channels']).flatMap(readChannel);
      return { messages, channels, earlier: (numberOf(data['total']) ?? 0) > messages.length };
    }),
  board: async () =>
    read(await readTool('studio_task_list', { status: 'all', limit: 5000 }), (data) => ({
      tasks: arrayOf(data['tasks']).flatMap(readTask),
    })),
  feedback: async () =>
    read(await readTool('studio_feedback_list', { limit: 5000 }), (data) => ({
      feedback: arrayOf(data['feedback']).flatMap(readFeedback),
    })),
  // Older decisions stand with the feedback that they are about.
  decisions: async () => {
    await useStudio.getState().refresh('feedback');
    const { feedback, errors } = useStudio.getState();
    if (errors.feedback !== undefined) return { error: errors.feedback };
    return read(await readTool('studio_overview'), (data) => {
      const known = new Map<string, DecisionView>();
      for (const { decided } of feedback) if (decided !== undefined) known.set(decided.id, decided);
      for (const one of arrayOf(data['recent_decisions']).flatMap(readDecision)) known.set(one.id, one);
      return { decisions: [...known.values()].sort((a, b) => numberIn(b.id) - numberIn(a.id)) };
    });
  },
  loops: async () =>
    read(await readTool('studio_loop_status'), (data) => ({
      loops: arrayOf(data['loops']).flatMap(readLoopSummary),
      templates: arrayOf(data['templates']).flatMap(readTemplate),
    })),
};

function read(result: ToolResult, parts: (data: JsonObject) => Part): Read {
  if (!result.ok) return { error: result.error };
  const data = result.structured ?? {};
  const problem = stringOf(data['problem']) ?? stringsOf(data['problems'])[0];
  return { part: parts(data), ...(problem === undefined ? {} : { problem }) };
}

function numberIn(id: string): number {
  return Number(id.slice(2));
}

/** What a person does in the studio; its pages are read anew. */
export async function changeStudio(page: StudioPage, tool: string, args: JsonObject): Promise<ToolResult> {
  const result = await callTool(tool, args);
  await useStudio.getState().refresh(page);
  return result;
}

/** Takes older messages to those that are there. */
export async function readEarlierMessages(): Promise<void> {
  const first = useStudio.getState().messages[0];
  if (first === undefined) return;
  const args = { channel: '*', unread_only: false, before: first.id, limit: MESSAGES };
  const result = await readTool('studio_inbox', args);
  if (!result.ok) return;
  const older = arrayOf(result.structured?.['messages']).flatMap(readMessage);
  const total = numberOf(result.structured?.['total']) ?? 0;
  useStudio.setState(({ messages }) => ({
    messages: [...older, ...messages],
    earlier: total > older.length,
  }));
}

/** What a person has seen of a channel is no longer unread. */
export async function markRead(channel: string): Promise<void> {
  await callTool('studio_inbox', { channel, limit: 500 });
  await useStudio.getState().refresh('messages');
}
