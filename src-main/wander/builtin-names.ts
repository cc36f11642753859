/** The library as the resolver and the checker ask for it: by name, for the mode a program runs in. */
import type { BuiltinNames } from './names';
import type { Receiver, StdlibSignature } from './stdlib/entry';

/** Whether the program is a tool's code; elsewhere the tool-only functions do not exist. */
export type Mode = 'tool' | 'script';

export class Library implements BuiltinNames {
  private readonly functions = new Map<string, StdlibSignature>();
  private readonly handlerNames = new Map<string, StdlibSignature>();
  private readonly toolOnly = new Map<string, StdlibSignature>();
  private readonly methods = new Map<Receiver, Map<string, StdlibSignature>>();
  private readonly changing = new Set<string>();

  constructor(
    entries: Iterable<StdlibSignature>,
    readonly mode: Mode,
  ) {
    for (const entry of entries) this.add(entry);
  }

  private add(entry: StdlibSignature): void {
    if (entry.receiver === undefined) {
      if (entry.handlerOnly === true) {
        this.handlerNames.set(entry.name, entry);
        return;
      }
      const table = entry.toolOnly === true && this.mode !== 'tool' ? this.toolOnly : this.functions;
      table.set(entry.name, entry);
      return;
    }
    if (entry.changesReceiver === true) this.changing.add(entry.name);
    const methods = this.methods.get(entry.receiver) ?? new Map<string, StdlibSignature>();
    methods.set(entry.name, entry);
    this.methods.set(entry.receiver, methods);
  }

  get(name: string): StdlibSignature | undefined {
    return this.functions.get(name);
  }

  isHandlerName(name: string): boolean {
    return this.mode === 'script' && this.handlerNames.has(name);
  }

  /** As `get`, and the names that exist in handlers only. */
  entry(name: string): StdlibSignature | undefined {
    return this.functions.get(name) ?? this.handlerNames.get(name);
  }

  /** The names that exist in handlers only. */
  allOfHandlers(): Iterable<StdlibSignature> {
    return this.handlerNames.values();
  }

  names(): Iterable<string> {
    return this.functions.keys();
  }

  all(): Iterable<StdlibSignature> {
    return this.functions.values();
  }

  isToolOnly(name: string): boolean {
    return this.toolOnly.has(name);
  }

  changesReceiver(method: string): boolean {
    return this.changing.has(method);
  }

  method(receiver: Receiver, name: string): StdlibSignature | undefined {
    return this.methods.get(receiver)?.get(name);
  }

  /** The methods of a kind of value. */
  methodsOf(receiver: Receiver): Iterable<StdlibSignature> {
    return this.methods.get(receiver)?.values() ?? [];
  }

  /** Kinds of value that have a method of this name. */
  receiversOf(name: string): readonly Receiver[] {
    return [...this.methods].filter(([, methods]) => methods.has(name)).map(([receiver]) => receiver);
  }
}
