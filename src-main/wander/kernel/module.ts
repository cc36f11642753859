/**
 * A WebAssembly module of kernels. It has no memory and no table, and imports nothing but functions from numbers to a number:
 * whatever its code does, all that it can reach are its own variables.
 */
import { F64, I32, listOf, nameBytes, OP, sized, unsigned, type Code } from './bytes';

export interface Signature {
  readonly parameters: readonly number[];
  readonly results: readonly number[];
}

export interface KernelFunction {
  /** What calls of it name. */
  readonly key: unknown;
  readonly signature: Signature;
  /** Types of the variables behind the parameters. */
  readonly locals: readonly number[];
  readonly code: Code;
  /** Under which it is exported. */
  readonly name?: string;
}

export interface ImportedFunction {
  readonly name: string;
  readonly signature: Signature;
}

/** Larger code stays with the closures: V8 would take long over it. */
export const MAX_CODE = 30_000;

/** The variables of the module: how much fuel is left, and behind it what loops give back. */
export const FUEL = 0;
export const outputGlobal = (index: number): number => index + 1;
export const FUEL_EXPORT = 'fuel';
export const outputExport = (index: number): string => `output ${index}`;

export const IMPORTS = 'i';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const SECTION = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 } as const;
const FUNCTION_TYPE = 0x60;
const KIND_FUNCTION = 0;
const MUTABLE = 1;

const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];

/** The bytes of a module with these functions, and with those of the importable ones that they call. */
export function moduleOf(
  importable: readonly ImportedFunction[],
  functions: readonly KernelFunction[],
  outputs: number,
): Uint8Array {
  const types: string[] = [];
  const typeBytes: number[][] = [];
  const typesOf = (list: readonly number[]): number[] => listOf(list.map((type) => [type]));
  const typeOf = ({ parameters, results }: Signature): number[] => {
    const bytes = [FUNCTION_TYPE, ...typesOf(parameters), ...typesOf(results)];
    const key = bytes.join();
    let index = types.indexOf(key);
    if (index < 0) {
      index = types.push(key) - 1;
      typeBytes.push(bytes);
    }
    return unsigned(index);
  };
  const called = new Set(functions.flatMap(({ code }) => calleesIn(code)));
  const imports = importable.filter(({ name }) => called.has(name));
  const numbers = new Map<unknown, number>();
  for (const { name } of imports) numbers.set(name, numbers.size);
  for (const { key } of functions) numbers.set(key, numbers.size);
  const getters: readonly KernelFunction[] = [
    getter(FUEL_EXPORT, FUEL, I32),
    ...Array.from({ length: outputs }, (_, index) => getter(outputExport(index), outputGlobal(index), F64)),
  ];
  for (const { key } of getters) numbers.set(key, numbers.size);
  const all = [...functions, ...getters];
  const importBytes = listOf(
    imports.map(({ name, signature }) => [
      ...nameBytes(IMPORTS),
      ...nameBytes(name),
      KIND_FUNCTION,
      ...typeOf(signature),
    ]),
  );
  const functionBytes = listOf(all.map(({ signature }) => typeOf(signature)));
  const globals = listOf([
    [I32, MUTABLE, OP.i32_const, 0, OP.end],
    ...Array.from({ length: outputs }, () => [F64, MUTABLE, OP.f64_const, 0, 0, 0, 0, 0, 0, 0, 0, OP.end]),
  ]);
  const exported = listOf(
    all.flatMap(({ name, key }) =>
      name === undefined ? [] : [[...nameBytes(name), KIND_FUNCTION, ...unsigned(numbers.get(key) ?? 0)]],
    ),
  );
  const code = listOf(
    all.map(({ locals, code: body }) =>
      sized([...listOf(locals.map((type) => [1, type])), ...flat(body, numbers), OP.end]),
    ),
  );
  return Uint8Array.from([
    ...HEADER,
    ...section(SECTION.types, listOf(typeBytes)),
    ...section(SECTION.imports, importBytes),
    ...section(SECTION.functions, functionBytes),
    ...section(SECTION.globals, globals),
    ...section(SECTION.exports, exported),
    ...section(SECTION.code, code),
  ]);
}

function getter(name: string, global: number, type: number): KernelFunction {
  return {
    key: name,
    name,
    signature: { parameters: [], results: [type] },
    locals: [],
    code: [OP.global_get, ...unsigned(global)],
  };
}

/** How many bytes code takes, about. */
export function sizeOf(code: Code): number {
  let size = 0;
  for (const part of code) size += typeof part === 'number' ? 1 : 'callee' in part ? 2 : sizeOf(part);
  return size;
}

function calleesIn(code: Code): unknown[] {
  return code.flatMap((part) => {
    if (typeof part === 'number') return [];
    return 'callee' in part ? [part.callee] : calleesIn(part);
  });
}

function flat(code: Code, numbers: ReadonlyMap<unknown, number>): number[] {
  const bytes: number[] = [];
  const visit = (parts: Code): void => {
    for (const part of parts) {
      if (typeof part === 'number') bytes.push(part);
      else if ('callee' in part) {
        const index = numbers.get(part.callee);
        if (index === undefined) throw new Error('a kernel calls what is no kernel');
        bytes.push(OP.call, ...unsigned(index));
      } else visit(part);
    }
  };
  visit(code);
  return bytes;
}
