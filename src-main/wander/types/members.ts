/** What is behind a dot or in brackets, by the kind of what stands before. */
import { nearestWord } from '../suggest';
import { joinedBy, KINDS, type Kind } from '../kinds';
import {
  ANY,
  BOOL,
  COLOR,
  ENTITY,
  MAP,
  NEVER,
  NONE,
  NUMBER,
  STRING,
  VEC,
  isAny,
  itemType,
  kindsOf,
  listOf,
  may,
  union,
  type Type,
} from './type';

export interface MemberDoc {
  readonly name: string;
  readonly type: Type;
  readonly doc: string;
  readonly readOnly?: boolean;
}

/** Properties that every entity has. */
export const ENTITY_MEMBERS: readonly MemberDoc[] = [
  { name: 'id', type: NUMBER, doc: 'The number that names the entity for good.', readOnly: true },
  { name: 'name', type: STRING, doc: 'The name shown in the editor; need not be unique.' },
  { name: 'position', type: VEC, doc: 'Metres, relative to the parent.' },
  { name: 'rotation', type: VEC, doc: 'Euler degrees about x, y and z, relative to the parent.' },
  { name: 'scale', type: VEC, doc: 'Factors along x, y and z.' },
  { name: 'color', type: union(COLOR, NONE), doc: 'The colour.' },
  {
    name: 'enabled',
    type: BOOL,
    doc: 'Whether the entity itself is enabled; a parent may be disabled still.',
  },
  {
    name: 'tags',
    type: listOf(STRING),
    doc: 'Its tags; change them with add_tag and remove_tag.',
    readOnly: true,
  },
  {
    name: 'parent',
    type: union(ENTITY, NONE),
    doc: 'The entity it hangs on, or none; change it with set_parent.',
    readOnly: true,
  },
];

const LENGTH_DOC: { readonly [kind in 'vec' | 'string' | 'list']: string } = {
  vec: 'How long the vector is.',
  string: 'How many characters it has.',
  list: 'How many items it has.',
};

/** The members that a kind has always; maps and entities may have more. */
export function membersOf(kind: Kind): readonly MemberDoc[] {
  switch (kind) {
    case 'entity':
      return ENTITY_MEMBERS;
    case 'vec':
      return [
        ...numbers(['x', 'y', 'z'], 'A component of the vector.'),
        { name: 'length', type: NUMBER, doc: LENGTH_DOC.vec, readOnly: true },
      ];
    case 'color':
      return numbers(['r', 'g', 'b', 'a'], 'A channel, 0 to 1.');
    case 'string':
    case 'list':
      return [{ name: 'length', type: NUMBER, doc: LENGTH_DOC[kind], readOnly: true }];
    default:
      return [];
  }
}

function numbers(names: readonly string[], doc: string): MemberDoc[] {
  return names.map((name) => ({ name, type: NUMBER, doc }));
}

/** The type of `subject.name`; `undefined` when no value of the subject's type has it. */
export function memberType(
  subject: Type,
  name: string,
  isComponent: (name: string) => boolean,
): Type | undefined {
  if (subject.kinds === 0) return NEVER;
  if (isAny(subject)) return ANY;
  let found: Type | undefined;
  for (const kind of kindsOf(subject)) {
    const type = memberOfKind(subject, kind, name, isComponent);
    if (type !== undefined) found = found === undefined ? type : union(found, type);
  }
  return found;
}

function memberOfKind(
  subject: Type,
  kind: Kind,
  name: string,
  isComponent: (name: string) => boolean,
): Type | undefined {
  const known = membersOf(kind).find((member) => member.name === name);
  if (known !== undefined) return known.type;
  if (kind === 'entity') return isComponent(name) ? union(MAP, NONE) : ANY;
  if (kind !== 'map') return undefined;
  if (subject.fields !== undefined) return subject.fields.get(name)?.type ?? ANY;
  return subject.item === undefined ? ANY : union(subject.item, NONE);
}

/** The nearest of the members that any kind of the subject has. */
export function nearestMember(subject: Type, name: string): string | undefined {
  return nearestWord(
    name,
    kindsOf(subject).flatMap((kind) => membersOf(kind).map((member) => member.name)),
  );
}

/** What a kind of value has behind a dot, in words; nothing where it has nothing. */
export function membersHint(subject: Type): string | undefined {
  const names = kindsOf(subject).flatMap((kind) => membersOf(kind).map((member) => member.name));
  return names.length === 0 ? undefined : `It has ${joinedBy('and', names)}.`;
}

const INDEXABLE = KINDS.list | KINDS.map | KINDS.string | KINDS.entity | KINDS.vec;

/** The type of `subject[index]`; `undefined` when nothing of the subject's type has items. */
export function indexType(subject: Type): Type | undefined {
  if (subject.kinds === 0) return NEVER;
  if (isAny(subject)) return ANY;
  if (!may(subject, INDEXABLE)) return undefined;
  if (may(subject, KINDS.entity)) return ANY;
  let found = may(subject, KINDS.list | KINDS.map | KINDS.string) ? itemType(subject) : NEVER;
  if (may(subject, KINDS.vec)) found = union(found, NUMBER);
  if (may(subject, KINDS.map)) found = union(found, NONE);
  return found;
}

const ITERABLE = KINDS.list | KINDS.map | KINDS.string | KINDS.vec;

/** Types of the loop's variables, one and two of them; `undefined` when the subject is nothing to go through. */
export function loopTypes(subject: Type, two: boolean): readonly [Type, Type] | undefined {
  if (subject.kinds === 0) return [NEVER, NEVER];
  if (isAny(subject)) return [ANY, ANY];
  if (!may(subject, ITERABLE)) return undefined;
  const items: Type[] = [];
  if (may(subject, KINDS.list)) items.push(itemType({ ...subject, kinds: KINDS.list }));
  if (may(subject, KINDS.string)) items.push(STRING);
  if (may(subject, KINDS.vec)) items.push(NUMBER);
  const item = items.reduce((a, b) => union(a, b), NEVER);
  const isMap = may(subject, KINDS.map);
  if (!two) return [isMap ? union(item, STRING) : item, NEVER];
  const position = items.length > 0 ? NUMBER : NEVER;
  return [
    isMap ? union(position, STRING) : position,
    isMap ? union(item, itemType({ ...subject, kinds: KINDS.map })) : item,
  ];
}
