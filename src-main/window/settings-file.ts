/** What the application remembers between runs: place of the window, theme, recent projects. One JSON file of the user's. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';

const SETTINGS = z.object({
  window: z
    .object({
      x: z.number().int(),
      y: z.number().int(),
      width: z.number().int().min(400),
      height: z.number().int().min(300),
      maximized: z.boolean(),
    })
    .optional()
    .catch(undefined),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  recent: z.array(z.object({ name: z.string(), folder: z.string() })).catch([]),
});

export type Settings = z.infer<typeof SETTINGS>;

const MOST_RECENT = 12;

export class SettingsFile {
  private settings: Settings;

  constructor(private readonly path: string) {
    this.settings = SETTINGS.parse(readJson(path));
  }

  get value(): Settings {
    return this.settings;
  }

  /** Changes some of it and writes the file at once: it is small, and a crash may follow. */
  update(change: Partial<Settings>): void {
    this.settings = { ...this.settings, ...change };
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      const temporary = `${this.path}.${process.pid}.tmp`;
      writeFileSync(temporary, `${JSON.stringify(this.settings, null, 2)}\n`);
      renameSync(temporary, this.path);
    } catch (error) {
      console.error(`Settings were not saved to ${this.path}:`, error);
    }
  }

  /** Puts a project first among the recent ones. */
  remember(project: { readonly name: string; readonly folder: string }): void {
    const others = this.settings.recent.filter((one) => one.folder !== project.folder);
    this.update({
      recent: [{ name: project.name, folder: project.folder }, ...others].slice(0, MOST_RECENT),
    });
  }
}

function readJson(path: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
