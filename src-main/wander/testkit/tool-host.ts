/** What tools have, in memory: files, and other tools that a test hands in. */
import { HostError, type JsonValue, type ToolAnswer, type ToolHost } from '../host';

export interface ToolHostParts {
  readonly files?: Readonly<Record<string, string>>;
  readonly tools?: Readonly<Record<string, (args: JsonValue) => JsonValue>>;
  readonly dryRun?: boolean;
}

export class MemoryToolHost implements ToolHost {
  readonly actor = 'agent:test';
  readonly files: Map<string, string>;
  private readonly tools: ReadonlyMap<string, (args: JsonValue) => JsonValue>;

  constructor(private readonly parts: ToolHostParts = {}) {
    this.files = new Map(Object.entries(parts.files ?? {}));
    this.tools = new Map(Object.entries(parts.tools ?? {}));
  }

  callTool(name: string, args: JsonValue): ToolAnswer {
    const tool = this.tools.get(name);
    if (tool === undefined)
      return {
        ok: false,
        error: 'not_found',
        message: `there is no tool "${name}"`,
        hint: 'Look at tools/list.',
      };
    try {
      return { ok: true, result: tool(args) };
    } catch (thrown) {
      if (!(thrown instanceof HostError)) throw thrown;
      const { code, message, hint } = thrown;
      return { ok: false, error: code, message, ...(hint === undefined ? {} : { hint }) };
    }
  }

  readFile(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new HostError('not_found', `there is no file "${path}"`);
    return text;
  }

  listFiles(folder: string): readonly string[] {
    return [...this.files.keys()].filter((path) => path.startsWith(folder)).sort();
  }

  fileExists(path: string): boolean {
    return this.files.has(path);
  }

  writeFile(path: string, text: string): boolean {
    if (this.parts.dryRun === true) return false;
    this.files.set(path, text);
    return true;
  }
}
