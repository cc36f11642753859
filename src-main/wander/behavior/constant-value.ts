/** What a constant expression is as JSON, as far as its text tells: for lists of params, which must not run anything. */
import type { BinaryOperator, Expression } from '../ast';
import { own } from '../convert';
import type { JsonValue } from '../host';
import { colorText } from '../text';
import { Color } from '../values';

const MAX_DEPTH = 50;

/** `undefined` for what is no constant. */
export function constantValue(node: Expression, depth = 0): JsonValue | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const value = (part: Expression): JsonValue | undefined => constantValue(part, depth + 1);
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'bool':
      return node.value;
    case 'none':
      return null;
    case 'color':
      return colorText(new Color(node.r, node.g, node.b, node.a));
    case 'name':
      if (node.binding?.kind === 'constant') return value(node.binding.declaration.value);
      return node.binding?.kind === 'builtin' && node.binding.name === 'pi' ? Math.PI : undefined;
    case 'vector':
      return whole([node.x, node.y, ...(node.z === undefined ? [] : [node.z])].map(value), (parts) =>
        parts.length === 2 ? [...parts, 0] : parts,
      );
    case 'color-parts':
      return whole(node.parts.map(value), (parts) => {
        const [r = 0, g = 0, b = 0, a = 1] = parts.filter((part) => typeof part === 'number');
        return colorText(new Color(r, g, b, a));
      });
    case 'list':
      return whole(node.items.map(value), (items) => items);
    case 'map': {
      const entries: [string, JsonValue][] = [];
      for (const { key, value: held } of node.entries) {
        const json = typeof key === 'string' ? value(held) : undefined;
        if (typeof key !== 'string' || json === undefined) return undefined;
        entries.push([key, json]);
      }
      return Object.fromEntries(entries);
    }
    case 'unary': {
      const operand = value(node.operand);
      if (node.operator === '-') return typeof operand === 'number' ? -operand : undefined;
      return typeof operand === 'boolean' ? !operand : undefined;
    }
    case 'binary':
      return computed(node.operator, value(node.left), value(node.right));
    case 'member': {
      const subject = node.member === undefined ? value(node.subject) : undefined;
      if (node.member?.kind === 'constant') return value(node.member.declaration.value);
      const isMap = typeof subject === 'object' && subject !== null && !Array.isArray(subject);
      return isMap ? own(subject as { readonly [key: string]: JsonValue }, node.name.text) : undefined;
    }
    default:
      return undefined;
  }
}

function whole(
  parts: readonly (JsonValue | undefined)[],
  make: (parts: readonly JsonValue[]) => JsonValue,
): JsonValue | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? make(known) : undefined;
}

function computed(
  operator: BinaryOperator,
  left: JsonValue | undefined,
  right: JsonValue | undefined,
): JsonValue | undefined {
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') return left + right;
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '%':
      return right === 0 ? undefined : left % right;
    default:
      return undefined;
  }
}
