/** What is wrong with the behaviours that stand on an entity, before anything is played. */
import type { Json, JsonObject } from '../json';
import type { Entity } from '../scene/entity';
import { isColor, quoteValue } from '../scene/field-schema';
import { didYouMean, listNames } from '../text/suggest';
import type { SceneProblem } from '../tools/builtin/scene-check';
import type { BehaviorInfo, BehaviorListing, ParamInfo } from '../../wander/behavior/contract';
import { attachmentsOf, type Attachment } from './attachments';
import type { ScriptFiles } from './script-files';

export interface ScriptProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string;
  /** Of the code, where it is at fault. */
  readonly line?: number;
}

/** What an attachment's code holds; undefined where it has none that can be read. */
export function listingFor(
  attachment: Attachment,
  entity: Pick<Entity, 'name'>,
  files: ScriptFiles,
): BehaviorListing | undefined {
  const { source, file, name } = attachment;
  if (source !== undefined) return files.listingOf(source, `${entity.name}/${name}`);
  if (file === undefined) return undefined;
  const listing = files.listing(file);
  return listing.ok ? listing.value : undefined;
}

/** The behaviours of the code that an attachment runs. */
export function chosen(
  attachment: Attachment,
  listing: BehaviorListing | undefined,
): readonly BehaviorInfo[] {
  const all = listing?.behaviors ?? [];
  return attachment.behavior === undefined ? all : all.filter((one) => one.name === attachment.behavior);
}

export function problemsOf(
  attachment: Attachment,
  entity: Pick<Entity, 'name'>,
  files: ScriptFiles,
): readonly ScriptProblem[] {
  const { source, file } = attachment;
  if (source === undefined && file === undefined)
    return [error('It has no code.', 'Give it a "file" such as "scripts/lantern.wander", or "source".')];
  const found: ScriptProblem[] = [];
  if (source !== undefined && file !== undefined)
    found.push({
      severity: 'warning',
      message: `It has both "source" and "file"; ${file} is passed over.`,
      hint: 'Remove one of them.',
    });
  if (source === undefined && file !== undefined) {
    const listing = files.listing(file);
    if (!listing.ok) {
      const known = files.paths();
      const hint =
        didYouMean(file, known) ??
        (known.length === 0 ? 'The project has no .wander files.' : `There are: ${listNames(known)}.`);
      return [...found, error(listing.error.message, hint)];
    }
  }
  const listing = listingFor(attachment, entity, files);
  const broken = listing?.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  if (broken !== undefined)
    found.push({
      ...error(
        `${broken.file ?? file ?? 'The code'}, line ${broken.line}: ${broken.message}`,
        broken.hint ?? 'Mend the code.',
      ),
      line: broken.line,
    });
  const behaviors = chosen(attachment, listing);
  if (behaviors.length === 0) found.push(noBehavior(attachment, listing));
  else found.push(...paramProblems(attachment.params, behaviors));
  return found;
}

function noBehavior({ behavior, file }: Attachment, listing: BehaviorListing | undefined): ScriptProblem {
  const names = (listing?.behaviors ?? []).map((one) => one.name);
  const where = file ?? 'The code';
  if (behavior === undefined || names.length === 0)
    return error(
      `${where} has no behaviour.`,
      'Write one: behavior Name … end, with handlers such as on tick … end.',
    );
  return error(
    `${where} has no behaviour "${behavior}".`,
    didYouMean(behavior, names) ?? `It has: ${listNames(names)}.`,
  );
}

function paramProblems(params: JsonObject, behaviors: readonly BehaviorInfo[]): ScriptProblem[] {
  const known = new Map(behaviors.flatMap((one) => one.params.map((param) => [param.name, param])));
  const found: ScriptProblem[] = [];
  for (const [name, value] of Object.entries(params)) {
    const param = known.get(name);
    if (param === undefined) {
      found.push({
        severity: 'warning',
        message: `"${name}" is no param of ${behaviors.map((one) => one.name).join(' or ')}, so its value is passed over.`,
        hint:
          didYouMean(name, known.keys()) ??
          (known.size === 0 ? 'It has no params.' : `The params are: ${listNames([...known.keys()])}.`),
      });
    } else {
      const problem = paramProblem(param, value);
      if (problem !== undefined) found.push(problem);
    }
  }
  return found;
}

function paramProblem(param: ParamInfo, value: Json): ScriptProblem | undefined {
  // A list may be told with what is in it: `list<string>`.
  const wanted = WANTED[/^\w+/.exec(param.type)?.[0] ?? ''];
  if (wanted !== undefined && !wanted.fits(value))
    return error(
      `${param.name} is ${quoteValue(value)}, not ${wanted.words}.`,
      `Its default is ${quoteValue(param.default)}.`,
    );
  if (typeof value !== 'number') return undefined;
  const { min = -Infinity, max = Infinity } = param;
  if (value >= min && value <= max) return undefined;
  return error(`${param.name} is ${value}, out of range.`, `Give a number from ${min} to ${max}.`);
}

const WANTED: Readonly<Record<string, { readonly words: string; fits(value: Json): boolean }>> = {
  number: { words: 'a number', fits: (value) => typeof value === 'number' },
  string: { words: 'text', fits: (value) => typeof value === 'string' },
  bool: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  vec: {
    words: 'three numbers',
    fits: (value) =>
      Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number'),
  },
  color: { words: 'a colour such as "#ff8800"', fits: isColor },
  list: { words: 'a list', fits: Array.isArray },
};

function error(message: string, hint: string): ScriptProblem {
  return { severity: 'error', message, hint };
}

/** For scene_validate. */
export function* sceneProblems(entity: Entity, files: ScriptFiles): Generator<SceneProblem> {
  const names = new Set<string>();
  for (const attachment of attachmentsOf(entity)) {
    const about = { entity: entity.id, name: entity.name };
    const which = `#${entity.id} ${entity.name}, behaviour "${attachment.name}"`;
    if (names.has(attachment.name))
      yield {
        severity: 'error',
        ...about,
        message: `${which}: another one of the entity has this name.`,
        hint: 'Rename one of them.',
      };
    names.add(attachment.name);
    for (const { severity, message, hint } of problemsOf(attachment, entity, files))
      yield { severity, ...about, message: `${which}: ${message}`, hint };
  }
}
