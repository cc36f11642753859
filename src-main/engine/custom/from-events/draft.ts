/** Makes the draft of a composite from recorded calls: steps, templates, arguments, and notes of what was done and why. */
import { fail, succeed, type Outcome } from '../../errors';
import { valueAt, type Json, type JsonObject } from '../../json';
import { didYouMean, listNames } from '../../text/suggest';
import { without } from '../fuzz/schema-form';
import type { CompositeStep } from '../types';
import { DraftArguments, pluralOf } from './arguments';
import { elementKeys, groupCalls, type Group } from './groups';
import { Origins, type Source } from './origins';
import type { RecordedCall } from './recorded';
import {
  keyOf,
  pathText,
  schemaAt,
  schemaOfValue,
  takesEntity,
  unitsOf,
  withTemplates,
  type Path,
  type Unit,
} from './units';

export interface Draft {
  readonly steps: readonly CompositeStep[];
  readonly input_schema: JsonObject;
  /** The recorded values of the arguments. */
  readonly example: JsonObject;
  /** Arguments, and which values became them. */
  readonly lifted: readonly { readonly argument: string; readonly from: readonly string[] }[];
  readonly notes: readonly string[];
}

/** Errors: `invalid_arguments` where a name in `lift` is in none of the calls. */
export function draftOf(calls: readonly RecordedCall[], lift: readonly string[]): Outcome<Draft> {
  const missing = lift.find(
    (name) => !calls.some((call) => unitsOf(call.args).some((unit) => isNamed(unit, call, [name]))),
  );
  if (missing !== undefined) {
    const keys = [...new Set(calls.flatMap((call) => unitsOf(call.args).map(({ path }) => keyOf(path))))];
    return fail(
      'invalid_arguments',
      `lift: none of the calls has an argument ${JSON.stringify(missing)}.`,
      didYouMean(missing, keys) ?? `They have: ${listNames(keys, 20)}.`,
    );
  }
  return succeed(new Drafting(calls, lift).make());
}

/** `position`, `components.light.intensity`, or `123.position` for the call of one event alone. */
function isNamed({ path }: Unit, call: RecordedCall, lift: readonly string[]): boolean {
  const text = pathText(path);
  return lift.some((name) => name === keyOf(path) || name === text || name === `${call.seq}.${text}`);
}

class Drafting {
  private readonly origins: Origins;
  private readonly groups: readonly Group[];
  private readonly args = new DraftArguments();
  private readonly ids = new Map<number, string>();
  private readonly lifted = new Map<string, string[]>();
  private readonly notes: string[] = [];
  /** Places at which single calls of the same tool differ. */
  private readonly varying: ReadonlySet<string>;

  constructor(
    private readonly calls: readonly RecordedCall[],
    private readonly lift: readonly string[],
  ) {
    this.origins = new Origins(calls);
    this.groups = groupCalls(calls, this.origins);
    this.varying = this.varyingPlaces();
  }

  make(): Draft {
    const steps = this.groups.map((group, index) => this.stepOf(group, index));
    const named = steps.map((step, index) => {
      const id = this.ids.get(index);
      return id === undefined ? step : { id, ...step };
    });
    return {
      steps: named,
      input_schema: this.args.schema(),
      example: this.args.example(),
      lifted: [...this.lifted].map(([argument, from]) => ({ argument, from })),
      notes: this.notes,
    };
  }

  private record(call: number): RecordedCall {
    const record = this.calls[call];
    if (record === undefined) throw new Error(`there is no call ${call}`);
    return record;
  }

  private stepOf(group: Group, index: number): CompositeStep {
    const [first = 0] = group.calls;
    const record = this.record(first);
    const templates = new Map<string, Json>();
    const loop = group.calls.length > 1 ? this.loopOf(group, index, templates) : {};
    for (const unit of unitsOf(record.args)) {
      if (templates.has(pathText(unit.path))) continue;
      const template = this.templateOf(unit, first, index);
      if (template !== undefined) templates.set(pathText(unit.path), template);
    }
    return { tool: record.tool.name, ...loop, args: withTemplates(record.args, templates) };
  }

  /** `for_each` of a step that stands for several calls, and what its arguments take from the element. */
  private loopOf(group: Group, index: number, templates: Map<string, Json>): Pick<CompositeStep, 'for_each'> {
    const { calls, differing, over } = group;
    const [first = 0] = calls;
    const { tool } = this.record(first);
    const step = `Step ${index + 1}`;
    if (over !== undefined) {
      for (const [place, rest] of over.rests) templates.set(place, `{{${pathText(['item', ...rest])}}}`);
      const source = this.sourceText({ call: over.call, path: over.array ?? [] });
      this.notes.push(
        `${step} calls ${tool.name} once for each of {{${source}}}, as the ${calls.length} calls did.`,
      );
      return { for_each: `{{${source}}}` };
    }
    if (differing.length === 0) {
      const name = this.args.take(
        'times',
        { type: 'integer', minimum: 0, maximum: 10_000, description: `How often ${tool.name} is called.` },
        calls.length,
      );
      this.note(
        name,
        calls.map((call) => this.eventText(call)),
      );
      this.notes.push(
        `${step} makes the same call of ${tool.name} as often as "${name}" says: ${calls.length} times were recorded.`,
      );
      return { for_each: `{{args.${name}}}` };
    }
    const keys = elementKeys(differing);
    const [only] = differing;
    const single = differing.length === 1 && only !== undefined;
    const schemas = differing.map(
      (unit) => [keys.get(pathText(unit.path)) ?? '', this.schemaOf(unit, first)] as const,
    );
    const values = calls.map((call): Json => {
      const of = ({ path }: Unit): Json => valueAt(this.record(call).args, path) ?? null;
      if (single) return of(only);
      return Object.fromEntries(differing.map((unit) => [keys.get(pathText(unit.path)) ?? '', of(unit)]));
    });
    const items: JsonObject = single
      ? (schemas[0]?.[1] ?? {})
      : {
          type: 'object',
          properties: Object.fromEntries(schemas),
          required: schemas.map(([key]) => key),
          additionalProperties: false,
        };
    const name = this.args.take(
      single ? pluralOf(keyOf(only.path)) : 'items',
      { type: 'array', items, maxItems: 1_000, description: `One call of ${tool.name} for each.` },
      values,
    );
    for (const { path } of differing) {
      const place = pathText(path);
      templates.set(place, single ? '{{item}}' : `{{item.${keys.get(place) ?? ''}}}`);
    }
    this.note(
      name,
      calls.flatMap((call) => differing.map(({ path }) => `${this.eventText(call)} ${pathText(path)}`)),
    );
    this.notes.push(
      `${step} calls ${tool.name} once for each of "${name}", which has what differed between ${calls.length} calls: ${differing.map(({ path }) => pathText(path)).join(', ')}.`,
    );
    return { for_each: `{{args.${name}}}` };
  }

  /** What stands in the place of a recorded value; undefined where it stays as it is. */
  private templateOf(unit: Unit, call: number, index: number): Json | undefined {
    const record = this.record(call);
    const place = pathText(unit.path);
    if (unit.lost !== undefined) return this.liftLost(unit, call);
    if (isNamed(unit, record, this.lift)) return this.liftUnit(unit, call, 'as asked for');
    const source = this.origins.of(call, unit);
    if (source !== undefined) {
      const text = this.sourceText(source);
      this.notes.push(`Step ${index + 1} takes ${place} from what an earlier step gave: {{${text}}}.`);
      return `{{${text}}}`;
    }
    const sources = this.origins.ofElements(call, unit);
    if (sources !== undefined) {
      this.notes.push(`Step ${index + 1} takes ${place} from what earlier steps gave.`);
      return sources.map((each) => `{{${this.sourceText(each)}}}`);
    }
    if (this.varying.has(`${record.tool.name} ${place}`))
      return this.liftUnit(unit, call, 'it differs between calls');
    const schema = schemaAt(record.tool.inputSchema, unit.path);
    if (takesEntity(schema, unit.path) && unit.value !== null) {
      this.notes.push(
        `Step ${index + 1} is about the entity ${JSON.stringify(unit.value)} itself, as it was recorded. Name ${JSON.stringify(keyOf(unit.path))} in lift where it is another one each time.`,
      );
    }
    return undefined;
  }

  private liftUnit(unit: Unit, call: number, why: string): string {
    const name = this.args.take(keyOf(unit.path), this.schemaOf(unit, call), unit.value);
    if (!this.lifted.has(name))
      this.notes.push(`${pathText(unit.path)} of ${this.eventText(call)} is the argument "${name}": ${why}.`);
    this.note(name, [`${this.eventText(call)} ${pathText(unit.path)}`]);
    return `{{args.${name}}}`;
  }

  /** The log does not have it, so that it has to be given. */
  private liftLost(unit: Unit, call: number): string {
    const secret = unit.lost === 'secret';
    const schema = without(this.schemaOf({ ...unit, value: '' }, call), 'default');
    const name = this.args.take(
      keyOf(unit.path),
      secret ? { type: 'string', format: 'password', writeOnly: true, description: 'A secret.' } : schema,
      undefined,
    );
    this.note(name, [`${this.eventText(call)} ${pathText(unit.path)}`]);
    this.notes.push(
      `${pathText(unit.path)} of ${this.eventText(call)} ${secret ? 'was a secret, which the log does not keep' : 'is not whole in the log'}: it is the argument "${name}", which has to be given.`,
    );
    return `{{args.${name}}}`;
  }

  private schemaOf(unit: Unit, call: number): JsonObject {
    const schema = schemaAt(this.record(call).tool.inputSchema, unit.path);
    // What was recorded is the example.
    return schema === undefined ? schemaOfValue(unit.value) : without(schema, 'examples');
  }

  private sourceText({ call, path }: Source): string {
    const index = this.groups.findIndex((group) => group.calls.includes(call));
    const group = this.groups[index];
    const at: Path =
      group !== undefined && group.calls.length > 1 && path.length > 0
        ? [group.calls.indexOf(call), ...path]
        : path;
    return pathText(['steps', this.idOf(index, call), ...at]);
  }

  private idOf(index: number, call: number): string {
    const known = this.ids.get(index);
    if (known !== undefined) return known;
    const { name } = this.record(call).tool;
    const same = this.groups
      .slice(0, index)
      .filter(({ calls: [first = 0] }) => this.record(first).tool.name === name);
    const base = name.replace(/^user_/, '').slice(0, 50);
    const id = same.length === 0 ? base : `${base}_${same.length + 1}`;
    this.ids.set(index, id);
    return id;
  }

  private eventText(call: number): string {
    return `#${this.record(call).seq}`;
  }

  private note(argument: string, from: readonly string[]): void {
    this.lifted.set(argument, [...(this.lifted.get(argument) ?? []), ...from]);
  }

  private varyingPlaces(): ReadonlySet<string> {
    const values = new Map<string, Set<string>>();
    for (const { calls } of this.groups) {
      const [call] = calls;
      if (call === undefined || calls.length > 1) continue;
      const { tool, args } = this.record(call);
      for (const unit of unitsOf(args)) {
        const { path, value, lost } = unit;
        // What comes from an earlier step differs by itself.
        const traced = this.origins.of(call, unit) ?? this.origins.ofElements(call, unit);
        if (lost !== undefined || traced !== undefined) continue;
        const place = `${tool.name} ${pathText(path)}`;
        values.set(place, (values.get(place) ?? new Set()).add(JSON.stringify(value)));
      }
    }
    return new Set([...values].filter(([, each]) => each.size > 1).map(([place]) => place));
  }
}
