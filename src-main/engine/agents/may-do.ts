/** What a call may do, in a phrase each, for whoever is asked about it. Follows from what is granted, never from a description. */
import type { JsonObject } from '../json';
import { listNames } from '../text/suggest';
import type { Capabilities, ToolDefinition } from '../tools/definition';
import type { PossibleCall } from './reach';

export function mayDo(tool: ToolDefinition, args: JsonObject, below: readonly PossibleCall[]): string[] {
  if (tool.custom !== undefined) return customMay(tool.custom.capabilities, below);
  const { operations, reads } = tool;
  if (operations !== undefined) {
    const all = operations(args);
    return [
      `makes ${all.length} ${all.length === 1 ? 'call' : 'calls'} as one change: ${listNames(distinct(all.map((each) => each.tool)))}`,
    ];
  }
  if (reads?.(args) === true) return ['reads the project and changes nothing'];
  const phrases: string[] = [];
  if (tool.outsideScene === true) phrases.push('changes the project in a way that undo does not take back');
  else if (tool.mutates) phrases.push('changes the scene or files, as one undo step');
  else phrases.push('reads the project and changes nothing');
  if (tool.annotations.destructiveHint) phrases.push('can delete or replace what is there');
  if (tool.annotations.openWorldHint) phrases.push('reaches outside the project');
  return phrases;
}

function customMay(capabilities: Capabilities, below: readonly PossibleCall[]): string[] {
  const { read_scene, mutate, files, network } = capabilities;
  const calls = distinct(below.map(({ tool }) => tool.name)).sort();
  return [
    ...(read_scene ? ['reads the scene'] : []),
    ...(mutate ? ['edits the scene, or calls tools that change the project'] : []),
    ...(files.read.length > 0 ? [`reads files in ${files.read.join(', ')}`] : []),
    ...(files.write.length > 0 ? [`writes files in ${files.write.join(', ')}`] : []),
    ...(network ? ['reaches the network'] : []),
    ...(calls.length > 0 ? [`calls ${listNames(calls, 20)}`] : []),
  ];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
