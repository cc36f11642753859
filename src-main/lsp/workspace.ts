/** The open documents, the projects they belong to, and what the language service is told around each file. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { SETTINGS_FILE } from '../engine/project/settings';
import type { ServiceFacts } from '../wander/service/document';
import type { Encoding } from './encoding';
import { Files, pathOfUri, Reading, type OpenDocument } from './files';
import { LspProject, type ProjectFacts, type ToolFacts } from './project';
import type { LspText } from './text';

/** A Wander text that questions can be asked about. */
export interface Source {
  readonly uri: string;
  readonly text: LspText;
  readonly facts: ServiceFacts;
  /** Undefined for a text that is no file. */
  readonly project: LspProject | undefined;
}

interface HeldFacts {
  readonly facts: ServiceFacts;
  readonly shared: ProjectFacts;
  readonly tool: ToolFacts | undefined;
  /** The modules that have been read. */
  readonly modules: Reading;
}

/** For a text that is no file: nothing is known around it. */
const BARE: ServiceFacts = { mode: 'script' };

export class Workspace {
  readonly files: Files;
  private folders: readonly string[] = [];
  private readonly projects = new Map<string, LspProject>();
  private readonly held = new Map<string, HeldFacts>();

  constructor(
    private readonly openDocuments: () => readonly OpenDocument[],
    encoding: () => Encoding,
  ) {
    this.files = new Files(openDocuments, encoding);
  }

  /** Null for what is not open. */
  versionOf(uri: string): number | null {
    return this.openDocuments().find((document) => document.uri === uri)?.version ?? null;
  }

  /** The folders that the client has open, by their URIs. */
  setFolders(uris: readonly string[]): void {
    this.folders = uris.flatMap((uri) => pathOfUri(uri) ?? []);
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    const gone = new Set(removed.flatMap((uri) => pathOfUri(uri) ?? []));
    const kept = this.folders.filter((folder) => !gone.has(folder));
    this.folders = [...new Set([...kept, ...added.flatMap((uri) => pathOfUri(uri) ?? [])])];
  }

  sourceOf(document: OpenDocument): Source {
    const { uri, path, text } = document;
    if (path === undefined) return { uri, text, facts: BARE, project: undefined };
    const project = this.projectAt(path);
    return { uri, text, facts: this.factsOf(project, path), project };
  }

  /** A file of a project by its project-relative path, open or not; undefined where it can't be read. */
  sourceIn(project: LspProject, file: string): Source | undefined {
    const path = project.pathOf(file);
    const text = path === undefined ? undefined : this.files.lspText(path);
    if (path === undefined || text === undefined) return undefined;
    return { uri: this.files.uriOf(path), text, facts: this.factsOf(project, path), project };
  }

  /** The projects that the client has to do with: of its folders, and of what it has open. */
  knownProjects(): readonly LspProject[] {
    const paths = this.openDocuments().flatMap(({ path }) => path ?? []);
    const found = [
      ...this.folders.map((folder) => this.projectAt(join(folder, 'x'))),
      ...paths.map((path) => this.projectAt(path)),
    ];
    return [...new Set(found)];
  }

  forget(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.held.delete(path);
  }

  /** The project of a file: the nearest folder above with a game.json, else the client's folder around it, else its own folder. */
  private projectAt(path: string): LspProject {
    const above = folderWithSettings(dirname(path));
    const around = this.folders.find((folder) => path.startsWith(folder + sep));
    const root = above ?? around ?? dirname(path);
    const known = this.projects.get(root);
    if (known !== undefined) return known;
    const made = new LspProject(root, this.files, above === undefined && around === undefined);
    this.projects.set(root, made);
    return made;
  }

  /** The same object for as long as all of it is true, so that the service's own memory works. */
  private factsOf(project: LspProject, path: string): ServiceFacts {
    const file = relative(project.root, path).split(sep).join('/');
    const shared = project.facts();
    const tool = project.toolOf(file);
    const known = this.held.get(path);
    if (known?.shared === shared && known.tool === tool && !known.modules.isStale()) return known.facts;
    const modules = new Reading(this.files);
    const facts = factsFor(project, file, shared, tool, modules);
    this.held.set(path, { facts, shared, tool, modules });
    return facts;
  }
}

function factsFor(
  project: LspProject,
  file: string,
  shared: ProjectFacts,
  tool: ToolFacts | undefined,
  modules: Reading,
): ServiceFacts {
  return {
    ...shared,
    mode: tool === undefined ? 'script' : 'tool',
    file,
    ...tool,
    module: (name) => {
      const path = project.pathOf(name);
      return path === undefined ? undefined : modules.text(path);
    },
    // Asked for by completion alone, so that nothing is read for them before.
    get modulePaths() {
      return project.wanderFiles().filter((other) => other !== file);
    },
    get tags() {
      return project.sceneNames().tags;
    },
    get entityNames() {
      return project.sceneNames().entityNames;
    },
    // Looked at only where a var looks like a misspelt property.
    get varNames() {
      return project.sceneNames().varNames;
    },
  };
}

function folderWithSettings(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, SETTINGS_FILE))) return at;
    if (dirname(at) === at) return undefined;
  }
}
