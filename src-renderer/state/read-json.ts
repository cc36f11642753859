/** Readers of JSON from tools: what is not of the expected shape becomes `undefined` or an empty value, never a guess. */
import type { Json, JsonObject } from '../../src-preload/contract';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function arrayOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function stringsOf(value: unknown): readonly string[] {
  return arrayOf(value).filter((item): item is string => typeof item === 'string');
}

export function numbersOf(value: unknown): readonly number[] {
  return arrayOf(value).filter((item): item is number => typeof item === 'number');
}
