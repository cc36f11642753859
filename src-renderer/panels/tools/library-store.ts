/** The user's library as the engine lists it, and what a person does with a tool of it. */
import { create } from 'zustand';
import type {
  JsonObject,
  LibraryInspection,
  LibraryRelation,
  LibraryTool,
  ToolError,
  ToolResult,
} from '../../../src-preload/contract';
import { callTool, readTool } from '../../state/bridge';
import { arrayOf, isObject, stringOf } from '../../state/read-json';
import { showError, showToast } from '../../state/toasts';
import { useTools } from '../../state/tools-store';

interface LibraryStore {
  readonly tools: readonly LibraryTool[];
  readonly loaded: boolean;
  readonly error: ToolError | null;
  readonly load: () => Promise<void>;
}

export const useLibrary = create<LibraryStore>((set) => ({
  tools: [],
  loaded: false,
  error: null,
  load: async () => {
    const result = await readTool('tool_list_custom', { include_library: true });
    set(
      result.ok
        ? { tools: readLibrary(result.structured), loaded: true, error: null }
        : { loaded: true, error: result.error },
    );
  },
}));

/** The engine holds its answer to its output schema; this guards what is shown without looking. */
export function readLibrary(structured: JsonObject | undefined): readonly LibraryTool[] {
  return arrayOf(structured?.['library'])
    .filter((tool) => isObject(tool) && stringOf(tool['name']) !== undefined)
    .map((tool) => tool as unknown as LibraryTool);
}

export async function inspectInLibrary(
  name: string,
): Promise<{ readonly tool: LibraryInspection } | { readonly error: ToolError }> {
  const result = await readTool('tool_inspect', { name, library: true });
  if (!result.ok) return { error: result.error };
  if (stringOf(result.structured?.['name']) === undefined)
    return {
      error: { code: 'internal_error', message: `The engine’s answer about ${name} could not be read.` },
    };
  return { tool: result.structured as unknown as LibraryInspection };
}

/** Takes a tool up in this project, in the place of what has its name. */
export async function adopt(name: string): Promise<ToolResult> {
  const result = await after(callTool('tool_define', { from_library: name }));
  if (!result.ok) showError(result.error, `${name} was not taken up`);
  return result;
}

/** Puts this project's tool into the library, in the place of what has its name there. */
export async function putIntoLibrary(name: string): Promise<ToolResult> {
  const result = await after(callTool('tool_promote', { name }));
  if (!result.ok) showError(result.error, `${name} was not copied`);
  else
    showToast({
      tone: 'success',
      title: `${name} is in your library`,
      detail:
        arrayOf(result.structured?.['warnings']).map(String).join(' ') ||
        'Another project can adopt it and approve it there.',
    });
  return result;
}

export async function takeOut(name: string): Promise<ToolResult> {
  const result = await after(callTool('tool_promote', { name, remove: true }));
  if (!result.ok) showError(result.error, `${name} was not taken out`);
  else
    showToast({
      tone: 'info',
      title: `${name} taken out of your library`,
      detail: 'Projects that took it up keep theirs. It can come back for as long as this project is open.',
      action: { label: 'Bring It Back', run: () => void putBack(name) },
    });
  return result;
}

/** Brings a tool back that was taken out of the library since the project was opened. */
export async function putBack(name: string): Promise<void> {
  const result = await after(callTool('tool_promote', { name, restore: true }));
  if (!result.ok) showError(result.error, `${name} did not come back`);
}

async function after(call: Promise<ToolResult>): Promise<ToolResult> {
  const result = await call;
  await Promise.all([useTools.getState().refresh(), useLibrary.getState().load()]);
  return result;
}

export function relationWords(relation: LibraryRelation): {
  readonly label: string;
  readonly detail: string;
  readonly tone: 'neutral' | 'success' | 'info' | 'warning';
} {
  switch (relation) {
    case 'absent':
      return { label: 'Not here', detail: 'This project does not have it', tone: 'neutral' };
    case 'same':
      return { label: 'Here', detail: 'This project has the same', tone: 'success' };
    case 'library_newer':
      return { label: 'Newer', detail: 'It is newer than what this project has', tone: 'info' };
    case 'project_newer':
      return { label: 'Older', detail: 'This project has changed it since', tone: 'warning' };
    case 'different':
      return { label: 'Different', detail: 'This project has another tool of this name', tone: 'warning' };
  }
}
