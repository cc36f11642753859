/** Begins a tool of one's own. */
import { useEditors } from './editor-store';
import { useTools } from './tools-store';

/** Opens the definition and code of a tool that is not there yet, side by side. Saving makes it. */
export function writeNewTool(): void {
  const taken = new Set(useTools.getState().tools.map((tool) => tool.name));
  useEditors.getState().openPair(freeToolName(taken));
}

/** `user_my_tool`, or the first of `user_my_tool_2` … that no tool has. */
export function freeToolName(taken: ReadonlySet<string>): string {
  let name = 'user_my_tool';
  for (let number = 2; taken.has(name); number += 1) name = `user_my_tool_${number}`;
  return name;
}
