/** Tools that answer with every kind of content, tell of their progress, log, fail, and take long. */
import { failed } from '../engine/tools/result';
import type { ToolDefinition } from '../engine/tools/definition';
import { pause, PIXEL, SILENCE, tool } from './fixture';

/** What the runner waits for between two notifications. */
const STEP_MS = 60;

/** A call that takes so long outlasts its stream: see `POLL_AFTER_MS`. */
const LONG_MS = 2_500;

/** The runner looks for each of these keywords. */
const JSON_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export const contentTools: readonly ToolDefinition[] = [
  tool('test_simple_text', () => ({ ok: true, text: 'This is a simple text response for testing.' })),
  tool('test_image_content', () => ({
    ok: true,
    text: '',
    content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }],
  })),
  tool('test_audio_content', () => ({
    ok: true,
    text: '',
    content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  })),
  tool('test_embedded_resource', () => ({
    ok: true,
    text: '',
    content: [
      {
        type: 'resource',
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    ],
  })),
  tool('test_multiple_content_types', () => ({
    ok: true,
    text: 'Multiple content types test:',
    content: [
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      {
        type: 'resource',
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    ],
  })),
  tool('test_error_handling', () =>
    failed('tool_failed', 'This tool intentionally returns an error for testing'),
  ),
  tool('test_tool_with_progress', async (context) => {
    for (const done of [0, 50, 100]) {
      context.progress({ done, total: 100, message: `${done} of 100` });
      await pause(STEP_MS);
    }
    return { ok: true, text: 'Told of three steps' };
  }),
  tool('test_tool_with_logging', async (context) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      context.log('info', line);
      await pause(STEP_MS);
    }
    return { ok: true, text: 'Logged three lines' };
  }),
  tool('test_logging_tool', (context) => {
    context.log('info', 'A line for who asked for it');
    return { ok: true, text: 'Logged a line' };
  }),
  tool('test_reconnection', async () => {
    await pause(LONG_MS);
    return { ok: true, text: 'Here although the stream ended before' };
  }),
  tool('test_x_mcp_header', () => ({ ok: true, text: 'The header says what the argument does' }), {
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      additionalProperties: false,
    },
  }),
  tool('json_schema_2020_12_tool', () => ({ ok: true, text: 'Fits' }), { inputSchema: JSON_SCHEMA }),
];
