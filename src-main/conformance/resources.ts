/** Resources that the runner reads. */
import type { ResourceSource } from '../server/resources';
import { PIXEL } from './fixture';

const TEXT = 'test://static-text';
const BINARY = 'test://static-binary';

export const RESOURCES: ResourceSource = {
  listed: [
    { uri: TEXT, name: 'static_text', title: 'Text', description: 'A text.', mimeType: 'text/plain' },
    { uri: BINARY, name: 'static_binary', title: 'Picture', description: 'A pixel.', mimeType: 'image/png' },
  ],
  templates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      title: 'By number',
      description: 'Data of a number.',
      mimeType: 'application/json',
    },
  ],
  read: (uri) => {
    if (uri === TEXT) {
      const text = 'This is the content of the static text resource.';
      return { contents: [{ uri, mimeType: 'text/plain', text }] };
    }
    if (uri === BINARY) return { contents: [{ uri, mimeType: 'image/png', blob: PIXEL }] };
    const id = /^test:\/\/template\/([\w-]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) return undefined;
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  },
};
