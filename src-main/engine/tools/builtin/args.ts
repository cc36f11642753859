/**
 * Reading arguments that the door has validated already. A mismatch here is a schema that promises too little: the tool's
 * own fault, told as such.
 */
import { ToolFailure, toolError } from '../../errors';
import { isJsonObject, type Json, type JsonObject } from '../../json';
import type { Vec3 } from '../../scene/entity';

export type EntityReference = number | string;

export function optionalText(args: JsonObject, key: string): string | undefined {
  const value = args[key];
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : mismatch(key, 'a text');
}

export function requiredText(args: JsonObject, key: string): string {
  return optionalText(args, key) ?? mismatch(key, 'a text');
}

export function optionalNumber(args: JsonObject, key: string): number | undefined {
  const value = args[key];
  if (value === undefined) return undefined;
  return typeof value === 'number' ? value : mismatch(key, 'a number');
}

export function isOn(args: JsonObject, key: string): boolean {
  return args[key] === true;
}

export function optionalVec3(args: JsonObject, key: string): Vec3 | undefined {
  const value = args[key];
  if (value === undefined) return undefined;
  return asVec3(value) ?? mismatch(key, 'three numbers');
}

export function asVec3(value: Json | undefined): Vec3 | undefined {
  if (!Array.isArray(value)) return undefined;
  const [x, y, z] = value as readonly Json[];
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : undefined;
}

export function optionalObject(args: JsonObject, key: string): JsonObject | undefined {
  const value = args[key];
  if (value === undefined) return undefined;
  return isJsonObject(value) ? value : mismatch(key, 'an object');
}

export function optionalList(args: JsonObject, key: string): readonly Json[] | undefined {
  const value = args[key];
  if (value === undefined) return undefined;
  return Array.isArray(value) ? (value as readonly Json[]) : mismatch(key, 'an array');
}

export function optionalTexts(args: JsonObject, key: string): readonly string[] | undefined {
  return optionalList(args, key)?.map((item) => (typeof item === 'string' ? item : mismatch(key, 'texts')));
}

export function optionalReference(args: JsonObject, key: string): EntityReference | undefined {
  const value = args[key];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : mismatch(key, 'an entity');
}

export function references(args: JsonObject, key: string): readonly EntityReference[] {
  return (optionalList(args, key) ?? []).map((item) =>
    typeof item === 'number' || typeof item === 'string' ? item : mismatch(key, 'entities'),
  );
}

function mismatch(key: string, wanted: string): never {
  throw new ToolFailure(toolError('invalid_arguments', `"${key}" has to be ${wanted}.`));
}
