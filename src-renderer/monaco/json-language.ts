/** JSON in the editor: tool definitions get checks, completion and hover from the schema that ships with the app. */
import { jsonDefaults } from 'monaco-editor/languages/features/json/register.js';
import toolSchema from '../../resources/tool-schema.json';

/** Call once. Nothing is ever fetched: a schema named by a file's `$schema` is not looked up. */
export function setUpJson(): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    allowComments: false,
    trailingCommas: 'error',
    enableSchemaRequest: false,
    schemaRequest: 'ignore',
    schemaValidation: 'error',
    schemas: [{ uri: 'skywalker://schemas/tool.json', fileMatch: ['*.tool.json'], schema: toolSchema }],
  });
}
