/** What clients can read besides calling tools: the open scene, each tool's definition, the documentation. */
import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../engine/json';
import type { Caller } from '../engine/tools/definition';
import { errorText } from './call-result';
import { toolsFor, type EnginePort } from './engine-port';
import { listedStudio, studioResource } from './studio-resources';
import { listedTool } from './tool-listing';

export interface ListedResource {
  readonly [key: string]: unknown;
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** Resources besides the engine's own. */
export interface ResourceSource {
  readonly listed: readonly ListedResource[];
  readonly templates: readonly ResourceTemplate[];
  /** Undefined for an address that is none of its own. */
  read(uri: string): ReadResourceResult | undefined;
}

export const SCENE_URI = 'skywalker://scene/overview';
export const TOOLS_URI = 'skywalker://tools';

export function toolUri(name: string): string {
  return `${TOOLS_URI}/${name}`;
}

const DOCS = 'skywalker://docs/';

const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'skywalker://tools/{name}',
    name: 'tool',
    title: 'A tool',
    description:
      'One tool: description, schemas, annotations, and for a custom tool its kind, version, author and status.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'skywalker://docs/{name}',
    name: 'doc',
    title: 'A page of the documentation',
    description: 'One page of the documentation, in Markdown.',
    mimeType: 'text/markdown',
  },
];

/** Resources of one engine. `docsFolder` holds the Markdown pages of the product, where they are installed. */
export class Resources {
  readonly #sources: ResourceSource[] = [];

  constructor(
    private readonly engine: EnginePort,
    private readonly docsFolder: string | undefined,
  ) {}

  add(source: ResourceSource): void {
    this.#sources.push(source);
  }

  templates(): readonly ResourceTemplate[] {
    return [...TEMPLATES, ...this.#sources.flatMap((source) => source.templates)];
  }

  async list(): Promise<readonly ListedResource[]> {
    const docs = await this.docNames();
    return [
      {
        uri: SCENE_URI,
        name: 'scene_overview',
        title: `The open scene of ${this.engine.project.settings.name}`,
        description: 'What is in the scene, as the tool scene_overview tells it.',
        mimeType: 'text/plain',
      },
      {
        uri: TOOLS_URI,
        name: 'tools',
        title: 'All tools',
        description: 'The tools that can be called now, as JSON.',
        mimeType: 'application/json',
      },
      ...(this.engine.registry.get('studio_overview') === undefined ? [] : listedStudio()),
      ...docs.map((name) => ({
        uri: DOCS + name,
        name,
        title: `Documentation: ${name}`,
        description: `The page "${name}" of the documentation.`,
        mimeType: 'text/markdown',
      })),
      ...this.#sources.flatMap((source) => source.listed),
    ];
  }

  /** Throws `ResourceNotFoundError` for an address that nothing is at. */
  async read(uri: string, caller: Caller, signal: AbortSignal): Promise<ReadResourceResult> {
    if (uri === SCENE_URI) return this.#scene(uri, caller, signal);
    if (uri === TOOLS_URI) return json(uri, { tools: toolsFor(this.engine, caller).map(listedTool) });
    const studio = studioResource(uri);
    if (studio !== undefined) return this.#studio(uri, studio, caller, signal);
    if (uri.startsWith(toolUri(''))) return this.#tool(uri, uri.slice(toolUri('').length));
    if (uri.startsWith(DOCS)) return this.#doc(uri, uri.slice(DOCS.length));
    for (const source of this.#sources) {
      const result = source.read(uri);
      if (result !== undefined) return result;
    }
    throw new ResourceNotFoundError(uri);
  }

  /** Names of the documentation's pages, without the ending. */
  async docNames(): Promise<readonly string[]> {
    if (this.docsFolder === undefined) return [];
    const files = await readdir(this.docsFolder).catch(() => [] as string[]);
    return files.flatMap((file) => (/^[\w-]+\.md$/.test(file) ? [file.slice(0, -'.md'.length)] : [])).sort();
  }

  async #scene(uri: string, caller: Caller, signal: AbortSignal): Promise<ReadResourceResult> {
    const result = await this.engine.call({ tool: 'scene_overview', args: {}, caller, signal });
    const text = result.ok ? result.text : errorText(result.error);
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }

  async #studio(
    uri: string,
    { tool, args }: { readonly tool: string; readonly args: JsonObject },
    caller: Caller,
    signal: AbortSignal,
  ): Promise<ReadResourceResult> {
    if (this.engine.registry.get(tool) === undefined) throw new ResourceNotFoundError(uri);
    const result = await this.engine.call({ tool, args, caller, signal });
    return json(uri, result.ok ? (result.structured ?? {}) : { error: result.error });
  }

  #tool(uri: string, name: string): ReadResourceResult {
    const tool = this.engine.registry.get(name);
    if (!tool) throw new ResourceNotFoundError(uri);
    const custom = tool.custom && {
      kind: tool.kind,
      version: tool.custom.version,
      author: tool.custom.author,
      hash: tool.custom.hash,
      status: tool.custom.status,
      capabilities: tool.custom.capabilities,
      limits: tool.custom.limits,
    };
    return json(uri, { ...listedTool(tool), ...(custom === undefined ? {} : { custom }) });
  }

  async #doc(uri: string, name: string): Promise<ReadResourceResult> {
    const known = await this.docNames();
    if (this.docsFolder === undefined || !known.includes(name)) throw new ResourceNotFoundError(uri);
    const text = await readFile(join(this.docsFolder, `${name}.md`), 'utf8');
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  }
}

function json(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }] };
}
