/** Which scripts a game has: it follows what the host says, and keeps what a script is in the middle of while it stays. */
import type { PlayRun } from './play-run';
import type { AttachedScript, PlayError, PlayHost, SourceOptions } from './contract';
import { BehaviorInstance, ScriptInstance } from './instances';
import { loadBehaviors, type LoadedBehaviors } from './load';
import type { Machine } from './machine';

interface LoadedText extends LoadedBehaviors {
  readonly run: PlayRun | undefined;
}

export class Roster {
  /** In the order in which they run. */
  instances: readonly ScriptInstance[] = [];
  private attached: readonly AttachedScript[] | undefined;
  private readonly texts = new Map<string, LoadedText>();
  private readonly options: SourceOptions;

  constructor(
    private readonly host: PlayHost,
    private readonly machine: Machine,
  ) {
    this.options = {
      componentTypes: host.scene.componentTypes(),
      ...(host.module && { module: host.module }),
    };
  }

  /** Asks the host. What is new has not started yet. */
  follow(): void {
    const attached = this.host.scripts();
    if (attached === this.attached) return;
    this.attached = attached;
    const before = new Map<string, ScriptInstance>();
    for (const instance of this.instances) before.set(keyOf(instance.attached), instance);
    const next: ScriptInstance[] = [];
    for (const script of attached) {
      const key = keyOf(script);
      const old = before.get(key);
      if (old === undefined || !isSame(old.attached, script)) next.push(this.create(script));
      else {
        before.delete(key);
        next.push(old);
      }
    }
    for (const gone of before.values()) this.machine.end(gone);
    this.instances = next;
  }

  private create(attached: AttachedScript): ScriptInstance {
    const { source, file } = attached;
    const key = JSON.stringify([file, source]);
    const text = this.texts.get(key) ?? this.load(attached);
    this.texts.set(key, text);
    const { program, run, analysis } = text;
    const instance = new ScriptInstance(attached, program, run);
    const wanted = program?.behaviors.filter(
      ({ name }) => attached.behavior === undefined || attached.behavior === name,
    );
    for (const code of wanted ?? []) instance.behaviors.push(new BehaviorInstance(instance, code));
    if (program === undefined) {
      const errors = analysis.diagnostics.filter(({ severity }) => severity === 'error');
      const [first] = errors;
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      this.refuse(instance, {
        code: 'compile_error',
        message: `${first?.message ?? 'The text has errors.'}${more}`,
        ...(first?.hint !== undefined && { hint: first.hint }),
        ...(first !== undefined && { line: first.line, column: first.column }),
        ...(first?.file !== undefined && { file: first.file }),
        stack: [],
      });
    } else if (attached.behavior !== undefined && instance.behaviors.length === 0) {
      const names = program.behaviors.map(({ name }) => name).join(', ');
      this.refuse(instance, {
        code: 'not_found',
        message: `the text has no behavior "${attached.behavior}"`,
        hint: names === '' ? 'It has none at all.' : `It has ${names}.`,
        stack: [],
      });
    }
    return instance;
  }

  private load({ source, file }: AttachedScript): LoadedText {
    const loaded = loadBehaviors(source, { ...this.options, ...(file !== undefined && { file }) });
    const { program } = loaded;
    return { ...loaded, run: program === undefined ? undefined : this.machine.createRun(program.root) };
  }

  private refuse(instance: ScriptInstance, error: PlayError['error']): void {
    const { entity, name, behavior = '' } = instance.attached;
    instance.errors += 1;
    instance.disable();
    this.machine.report.error({
      entity,
      script: name,
      behavior,
      handler: 'the script',
      error,
      disabled: true,
    });
  }
}

const keyOf = ({ entity, name }: AttachedScript): string => `${entity} ${name}`;

function isSame(a: AttachedScript, b: AttachedScript): boolean {
  return a.source === b.source && a.behavior === b.behavior && a.file === b.file;
}
