/** Names, functions and types in words: what completion, hover and signature help show. */
import type { FnDeclaration, FunctionParts, Variable } from '../ast';
import type { StdlibSignature } from '../stdlib/entry';
import type { Environment } from '../types/environment';
import { ANY, asWritten, isAny, type Type } from '../types/type';
import { typeOfNode } from '../types/written';
import type { Unit } from '../unit';

/** `clamp(x: number, lo: number, hi: number) -> number`, with the span of each parameter in it. */
export interface SignatureText {
  readonly label: string;
  readonly parameters: readonly { readonly start: number; readonly end: number; readonly doc?: string }[];
}

function signatureText(name: string, parameters: readonly string[], result: string): SignatureText {
  let label = `${name}(`;
  const spans = parameters.map((text, index) => {
    if (index > 0) label += ', ';
    const start = label.length;
    label += text;
    return { start, end: label.length };
  });
  label += `)${result === '' ? '' : ` -> ${result}`}`;
  return { label, parameters: spans };
}

export function entrySignature(entry: StdlibSignature): SignatureText {
  const parameters = entry.parameters.map(({ name, type, optional, rest }) => {
    const kind = type === 'any' ? '' : `: ${type}`;
    return `${name}${rest === true ? '…' : optional === true ? '?' : ''}${kind}`;
  });
  const prefix = entry.receiver === undefined ? '' : `${entry.receiver}.`;
  return signatureText(`${prefix}${entry.name}`, parameters, entry.result === 'none' ? '' : entry.result);
}

export function functionSignature(declaration: FnDeclaration, environment: Environment): SignatureText {
  return partsSignature(
    `fn ${declaration.name.text}`,
    declaration,
    environment,
    environment.result(declaration),
  );
}

function partsSignature(
  name: string,
  parts: FunctionParts,
  environment: Environment,
  result: Type,
): SignatureText {
  const parameters = parts.parameters.map(({ name: { text }, variable, type, default: preset }) => {
    const known =
      type !== undefined ? typeOfNode(type) : variable === undefined ? ANY : environment.variable(variable);
    const kind = isAny(known) || known.kinds === 0 ? '' : `: ${asWritten(known)}`;
    return `${text}${preset === undefined ? '' : '?'}${kind}`;
  });
  const given = parts.returns === undefined ? result : typeOfNode(parts.returns);
  return signatureText(
    name,
    parameters,
    isAny(given) || given.kinds === 0 || asWritten(given) === 'none' ? '' : asWritten(given),
  );
}

export function variableText(variable: Variable, environment: Environment): string {
  const type = asWritten(environment.variable(variable));
  const word = { let: 'let', const: 'const', parameter: 'parameter', loop: 'for', var: 'var' }[variable.kind];
  return `${word} ${variable.name}: ${type}`;
}

/** The comment lines directly above a declaration, without their marks. */
export function docComment(unit: Unit, start: number): string | undefined {
  const { lines, source } = unit;
  const found: string[] = [];
  for (let line = lines.lineOf(start) - 1; line >= 1; line -= 1) {
    const text = source.slice(lines.startOfLine(line), lines.endOfLine(line)).trim();
    const comment = /^(?:--|\/\/|#(?![0-9a-fA-F]))\s?(.*)$/.exec(text);
    if (comment?.[1] === undefined) break;
    found.unshift(comment[1]);
  }
  return found.length === 0 ? undefined : found.join('\n');
}
