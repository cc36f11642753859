/** The way from a tool's definition to its code: `source`, as a link that the pointer and the keys follow. */
import { pathOf } from '../../monaco/models';
import { openDocument } from './documents';
import { lineAt, locate } from './json-locate';
import { readDisk } from './read-disk';
import type { Monaco } from './use-monaco';

export interface SourceLink {
  readonly path: string;
  /** Offsets of the text between its quotes, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
}

/** What `source` names, where it names a Wander file. */
export function sourceOf(definition: string): SourceLink | undefined {
  const place = locate(definition, ['source']);
  if (place === undefined) return undefined;
  let path: unknown;
  try {
    path = JSON.parse(definition.slice(place.start, place.end));
  } catch {
    return undefined;
  }
  if (typeof path !== 'string' || !path.endsWith('.wander')) return undefined;
  return { path, start: place.start + 1, end: place.end - 1, line: lineAt(definition, place.start) };
}

let registered = false;

/** Go to definition, in a definition; once. A file that is not there has no link. */
export function linkDefinitions(monaco: Monaco): void {
  if (registered) return;
  registered = true;
  monaco.languages.registerDefinitionProvider('json', {
    provideDefinition: async (model, position) => {
      if (pathOf(model.uri)?.endsWith('.tool.json') !== true) return undefined;
      const source = sourceOf(model.getValue());
      const offset = model.getOffsetAt(position);
      if (source === undefined || offset < source.start - 1 || offset > source.end + 1) return undefined;
      const disk = await readDisk(source.path);
      if ('error' in disk || !disk.exists) return undefined;
      // Monaco shows a piece of the target beside the pointer: it needs its text.
      await openDocument(source.path);
      const from = model.getPositionAt(source.start);
      const to = model.getPositionAt(source.end);
      return [
        {
          uri: monaco.Uri.from({ scheme: 'project', path: `/${source.path}` }),
          range: new monaco.Range(1, 1, 1, 1),
          originSelectionRange: new monaco.Range(from.lineNumber, from.column, to.lineNumber, to.column),
        },
      ];
    },
  });
}
