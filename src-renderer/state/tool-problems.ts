/** Tools whose files are broken, as problems of those files: in the Problems panel whether or not a file is open. */
import type { ToolSummary } from '../../src-preload/contract';
import { TOOLS_SOURCE, useProblems, type Problem } from './problems-store';
import { useTools } from './tools-store';

const PLACE = /^(?<path>[^\s:,]+), line (?<line>\d+)(?:, column (?<column>\d+))?: (?<message>.*)$/s;

/** Where a broken tool's file is at fault, and why. Undefined for a tool that is not broken, or has no file. */
export function problemOfTool(
  tool: ToolSummary,
): { readonly path: string; readonly problem: Problem } | undefined {
  if (tool.status !== 'invalid') return undefined;
  const reason = tool.reason ?? 'The file does not hold a valid tool.';
  const place = PLACE.exec(reason)?.groups;
  const path = place?.['path'] ?? tool.files[0];
  if (path === undefined) return undefined;
  return {
    path,
    problem: {
      severity: 'error',
      message: place?.['message'] ?? reason,
      line: Number(place?.['line'] ?? 0),
      column: Number(place?.['column'] ?? 0),
    },
  };
}

/** Keeps the list of problems in step with the list of tools; call the result to stop. */
export function followToolProblems(): () => void {
  let shown = new Set<string>();
  return useTools.subscribe(({ tools }, before) => {
    if (tools === before.tools) return;
    const { set } = useProblems.getState();
    const byPath = new Map<string, Problem[]>();
    for (const tool of tools) {
      const found = problemOfTool(tool);
      if (found) byPath.set(found.path, [...(byPath.get(found.path) ?? []), found.problem]);
    }
    for (const path of shown) if (!byPath.has(path)) set(TOOLS_SOURCE, path, []);
    for (const [path, problems] of byPath) set(TOOLS_SOURCE, path, problems);
    shown = new Set(byPath.keys());
  });
}
