/** WebAssembly, as far as kernels need it. It is a global wherever JavaScript runs, but for engines that have it switched off. */

export type Numeric = (...args: number[]) => number;

interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, Numeric>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly RuntimeError: new () => Error;
}

export const api = (globalThis as { readonly WebAssembly?: WebAssemblyApi }).WebAssembly;

export interface Exports {
  function(name: string): Numeric;
}

/** Makes a module run; none where there is no WebAssembly. */
export function instantiate(
  bytes: Uint8Array,
  imports: Readonly<Record<string, Readonly<Record<string, Numeric>>>>,
): Exports | undefined {
  if (api === undefined) return undefined;
  const { exports } = new api.Instance(new api.Module(bytes), imports);
  return {
    function(name) {
      const found = exports[name];
      if (typeof found !== 'function') throw new Error(`a kernel has no "${name}"`);
      return found as Numeric;
    },
  };
}

/** Whether a kernel came to `unreachable` or the like, or the stack below it ended. */
export const isTrap = (thrown: unknown): boolean =>
  (api !== undefined && thrown instanceof api.RuntimeError) || thrown instanceof RangeError;
