/** Members and elements, read. Reading an entity's property is a lookup of its record and a read of that. */
import type { Expression, IndexExpression, MemberExpression } from '../ast';
import type { Site } from '../errors';
import { ENTITY_PROPERTIES, readField, readVarOrComponent } from '../entities';
import { lengthOfText, readIndex, readMember } from '../members';
import { vecOf } from '../stdlib/points';
import { EntityRef, List, MapValue, Vec, type Shape, type Value } from '../values';
import type { Eval } from './code';
import { compileExpression } from './expressions';
import { compileOperand } from './operands';
import type { FunctionScope } from './scope';

const PROPERTIES: ReadonlySet<string> = new Set(ENTITY_PROPERTIES);
/** Longer keys are charged for. */
const MAX_KEY = 128;
const HASH = 35;
const AXES: readonly string[] = ['x', 'y', 'z'];

export function compileMember(scope: FunctionScope, node: MemberExpression): Eval {
  if (node.member !== undefined) return compileModuleMember(scope, node);
  const { subject, name } = node;
  if (subject.kind === 'member' && subject.member === undefined) {
    const deeper = subject.subject;
    if (deeper.kind === 'member' && deeper.member === undefined) return memberChain(scope, node);
    const special = memberOfMember(scope, subject, name.text, node);
    if (special !== undefined) return special;
  }
  return compileNamed(scope, compileExpression(scope, subject), name.text, node);
}

/** `a.b.c.d`: which of them is an entity, and so which a component, shows only when it runs. */
function memberChain(scope: FunctionScope, node: MemberExpression): Eval {
  const names: { readonly text: string; readonly site: Site }[] = [];
  let root: Expression = node;
  while (root.kind === 'member' && root.member === undefined) {
    names.unshift({ text: root.name.text, site: scope.site(root.name) });
    root = root.subject;
  }
  const start = compileExpression(scope, root);
  return (frame, run) => {
    let value = start(frame, run);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      if (name === undefined) break;
      run.site = name.site;
      const field = names[index + 1];
      if (value instanceof EntityRef && field !== undefined && run.isComponent(name.text)) {
        value = readField(run, value, name.text, field.text);
        index += 1;
      } else value = readMember(run, value, name.text);
    }
    return value;
  };
}

function compileModuleMember(scope: FunctionScope, node: MemberExpression): Eval {
  const { member } = node;
  if (member?.kind === 'constant') {
    const constant = scope.program.constantOf(member.declaration);
    if (constant !== undefined) return (_frame, run) => constant(run);
  }
  // A function of a module as a value.
  return compileExpression(scope, {
    kind: 'name',
    text: node.name.text,
    start: node.start,
    end: node.end,
    binding: member,
  });
}

function compileNamed(scope: FunctionScope, subject: Eval, name: string, node: MemberExpression): Eval {
  const site = scope.site(node.name);
  const isProperty = PROPERTIES.has(name);
  // A name that every object has, such as "constructor", is asked for as the object's own only.
  const isInherited = name in Object.prototype;
  let shape: Shape | undefined;
  let slot = -1;
  /** Maps that were built in one way keep an entry in one place. */
  const entryOf = (map: MapValue): Value => {
    if (map.shape === undefined) return map.get(name) ?? null;
    if (map.shape !== shape) {
      shape = map.shape;
      slot = shape.slotOf(name);
    }
    return slot < 0 ? null : (map.slots[slot] ?? null);
  };
  switch (name) {
    case 'position':
      return (frame, run) => {
        const value = subject(frame, run);
        if (value instanceof MapValue) return entryOf(value);
        run.site = site;
        return value instanceof EntityRef ? vecOf(run.view(value).position) : readMember(run, value, name);
      };
    case 'name':
      return (frame, run) => {
        const value = subject(frame, run);
        if (value instanceof MapValue) return entryOf(value);
        run.site = site;
        return value instanceof EntityRef ? run.view(value).name : readMember(run, value, name);
      };
    case 'id':
      return (frame, run) => {
        const value = subject(frame, run);
        if (value instanceof MapValue) return entryOf(value);
        run.site = site;
        return value instanceof EntityRef ? run.view(value).id : readMember(run, value, name);
      };
    case 'length':
      return (frame, run) => {
        const value = subject(frame, run);
        if (value instanceof List) return value.items.length;
        if (value instanceof MapValue) return entryOf(value);
        run.site = site;
        if (typeof value === 'string') return lengthOfText(run, value);
        return readMember(run, value, name);
      };
    case 'x':
    case 'y':
    case 'z':
      return (frame, run) => {
        const value = subject(frame, run);
        if (value instanceof Vec) return value[name];
        if (value instanceof MapValue) return entryOf(value);
        run.site = site;
        return readMember(run, value, name);
      };
  }
  return (frame, run) => {
    const value = subject(frame, run);
    if (value instanceof MapValue) return entryOf(value);
    run.site = site;
    if (value instanceof EntityRef && !isProperty) {
      const view = run.view(value);
      if (!isInherited && !run.isComponent(name)) {
        const json = view.vars[name];
        // What needs no reading: a finite number, a short text that is no colour.
        if (typeof json === 'number' && json - json === 0) return json;
        if (typeof json === 'string' && json.length < MAX_KEY && json.charCodeAt(0) !== HASH) return json;
      }
      return readVarOrComponent(run, view, name);
    }
    return readMember(run, value, name);
  };
}

/** `e.light.intensity` without a map of the component's fields, `e.position.x` without a vector. */
function memberOfMember(
  scope: FunctionScope,
  inner: MemberExpression,
  name: string,
  node: MemberExpression,
): Eval | undefined {
  const first = inner.name.text;
  const axis = AXES.indexOf(name);
  const isTriple = first === 'position' || first === 'rotation' || first === 'scale';
  if (PROPERTIES.has(first) && !(isTriple && axis >= 0)) return undefined;
  const subject = compileExpression(scope, inner.subject);
  const innerSite = scope.site(inner.name);
  const site = scope.site(node.name);
  if (isTriple) {
    return (frame, run) => {
      const value = subject(frame, run);
      run.site = innerSite;
      if (value instanceof EntityRef) return run.view(value)[first][axis] ?? null;
      const triple = readMember(run, value, first);
      run.site = site;
      return readMember(run, triple, name);
    };
  }
  return (frame, run) => {
    const value = subject(frame, run);
    run.site = innerSite;
    if (value instanceof EntityRef && run.isComponent(first)) return readField(run, value, first, name);
    const part = readMember(run, value, first);
    run.site = site;
    return readMember(run, part, name);
  };
}

export function compileIndex(scope: FunctionScope, node: IndexExpression): Eval {
  const site = scope.site(node.bracket);
  const index = compileExpression(scope, node.index);
  const subject = compileOperand(scope, node.subject, node.index);
  return (frame, run) => {
    const value = subject(frame, run);
    const at = index(frame, run);
    if (value instanceof List && typeof at === 'number') {
      const item = value.items[at];
      // Whole numbers in range; for anything else there is nothing there.
      if (item !== undefined) return item;
    } else if (value instanceof MapValue && typeof at === 'string' && at.length <= MAX_KEY) {
      return value.get(at) ?? null;
    }
    run.site = site;
    return readIndex(run, value, at);
  };
}

/** Where this copy of the module was loaded from: see copies.ts. */
export const url: string = import.meta.url;
