/** What a person does to a tool. Every way to decide, button, key or command, ends in `decide`. */
import type { Capabilities, JsonObject, Policy, ToolResult } from '../../../src-preload/contract';
import { callTool } from '../../state/bridge';
import { showError, showToast } from '../../state/toasts';
import { useTools } from '../../state/tools-store';
import { putIntoLibrary, useLibrary } from './library-store';
import { useToolsView } from './tools-view';

export interface Decision {
  readonly name: string;
  /** The hash that was on the page. The engine refuses when the definition is another by now. */
  readonly hash: string;
  readonly approve: boolean;
  /** For the author. */
  readonly reason?: string;
}

/** Approves or rejects exactly what was shown. */
export async function decide(decision: Decision): Promise<ToolResult> {
  const reason = decision.reason?.trim();
  const args: JsonObject = {
    name: decision.name,
    hash: decision.hash,
    approve: decision.approve,
    ...(reason === undefined || reason === '' ? {} : { reason }),
  };
  return await afterwards(callTool('tool_approve', args));
}

/** Turns a tool off, keeping its files and approval, or on again. */
export async function setEnabled(name: string, enabled: boolean): Promise<ToolResult> {
  const result = await afterwards(callTool('tool_enable', { name, enabled }));
  if (!result.ok) showError(result.error, `${name} was not ${enabled ? 'enabled' : 'disabled'}`);
  return result;
}

/** Gives a tool other capabilities: a new definition, whose tests have to pass, and which needs an approval of its own. */
export async function setCapabilities(name: string, capabilities: Capabilities): Promise<ToolResult> {
  const { read_scene, mutate, calls, files } = capabilities;
  const result = await afterwards(
    callTool('tool_define', {
      name,
      capabilities: { read_scene, mutate, calls, files: { read: files.read, write: files.write } },
    }),
  );
  if (!result.ok) showError(result.error, `${name} was not changed`);
  return result;
}

export async function removeTool(name: string): Promise<ToolResult> {
  const result = await afterwards(callTool('tool_remove', { name }));
  if (result.ok)
    showToast({
      tone: 'info',
      title: `${name} removed`,
      detail: 'Its files are deleted. It can come back for as long as the project is open.',
      action: { label: 'Bring It Back', run: () => void restoreTool(name) },
    });
  else showError(result.error, `${name} was not removed`);
  return result;
}

/** Brings a tool back that was removed since the project was opened. */
export async function restoreTool(name: string): Promise<void> {
  const result = await afterwards(callTool('tool_remove', { name, restore: true }));
  if (!result.ok) showError(result.error, `${name} did not come back`);
}

/** Copies a tool into the person's own library, for other projects. What is there already is shown first, where it is another. */
export async function promoteTool(name: string): Promise<void> {
  await useLibrary.getState().load();
  const there = useLibrary.getState().tools.find((tool) => tool.name === name);
  if (there !== undefined && there.relation !== 'same') {
    useToolsView.getState().showInLibrary(name);
    showToast({
      tone: 'info',
      title: `Your library has another ${name}`,
      detail: 'Look at the difference, then put this project’s there.',
    });
    return;
  }
  await putIntoLibrary(name);
}

export async function setPolicy(policy: Policy): Promise<void> {
  const result = await afterwards(callTool('tool_policy', { policy }));
  if (!result.ok) showError(result.error, 'The policy was not changed');
}

async function afterwards(call: Promise<ToolResult>): Promise<ToolResult> {
  const result = await call;
  await useTools.getState().refresh();
  return result;
}
