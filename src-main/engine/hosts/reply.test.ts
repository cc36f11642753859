import { expect, test } from 'vitest';
import { encodePng } from '../render/png';
import { pngProblem } from './png-check';
import { resultOfCallToolResult, resultOfReply } from './reply';

const PNG = encodePng(1, 1, new Uint8Array([1, 2, 3, 4]));

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function with32(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value, at);
  return copy;
}

test('a PNG is told from what is none, cut off, without data, or too large a side', () => {
  expect(pngProblem(base64(PNG))).toBeUndefined();
  expect(pngProblem('')).toBe('is not base64');
  expect(pngProblem('a b=')).toBe('is not base64');
  expect(pngProblem(`data:image/png;base64,${base64(PNG)}`)).toBe('is not base64');
  expect(pngProblem(base64(Buffer.alloc(100)))).toBe('is not a PNG image');
  expect(pngProblem(base64(PNG.subarray(0, -4)))).toBe('is a PNG image that is cut off');
  expect(pngProblem(base64(with32(PNG, 16, 0)))).toMatch(/^is 0 × 1 pixels/);
  expect(pngProblem(base64(with32(PNG, 20, 20_000)))).toMatch(/^is 1 × 20000 pixels/);
  expect(pngProblem(base64(with32(PNG, 8, 12)))).toBe('is a PNG image without a header');
  // The length of the first chunk of data leads beyond the end.
  expect(pngProblem(base64(with32(PNG, 33, 0xffff_fff0)))).toBe('is a PNG image that is cut off');
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  expect(pngProblem(base64(Buffer.concat([PNG.subarray(0, 33), end])))).toBe('is a PNG image without data');
  expect(pngProblem('A'.repeat(12_000_000))).toMatch(/^has 12000000 characters/);
});

test('an MCP result is text, data and images; what is malformed in it fails the call', () => {
  const image = { type: 'image', data: base64(PNG), mimeType: 'image/png' };
  expect(
    resultOfCallToolResult('ext_a', {
      content: [{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }],
      structuredContent: { n: 1 },
      _meta: { any: 'thing' },
    }),
  ).toEqual({
    ok: true,
    text: 'one\ntwo',
    structured: { n: 1 },
    images: [{ data: base64(PNG), mimeType: 'image/png' }],
  });
  const codes = [
    { content: [{ type: 'audio', data: '', mimeType: 'audio/wav' }] },
    { content: [{ ...image, mimeType: 'text/html' }] },
    { content: 'text' },
    { structuredContent: [1] },
    { structuredContent: { n: Number.NaN } },
    { isError: 'yes' },
    null,
    'text',
    [],
  ].map((value) => {
    const result = resultOfCallToolResult('ext_a', value);
    return result.ok ? 'ok' : result.error.code;
  });
  expect(codes).toEqual(Array(9).fill('invalid_output'));
  expect(resultOfCallToolResult('ext_a', { content: [{ type: 'text', text: 'no' }], isError: true })).toEqual(
    { ok: false, error: { code: 'tool_failed', message: 'no' } },
  );
});

test('an MCP result may also hold other pictures, audio, resources and links to them, in their order', () => {
  const data = base64(PNG);
  const content = [
    { type: 'text', text: 'all' },
    { type: 'image', data, mimeType: 'image/webp' },
    { type: 'audio', data, mimeType: 'audio/wav', _meta: { left: 'out' } },
    { type: 'resource', resource: { uri: 'note://a', text: 'one' } },
    { type: 'resource', resource: { uri: 'note://b', mimeType: 'image/png', blob: data } },
    { type: 'resource_link', uri: 'https://example.org/c', name: 'c' },
  ];
  expect(resultOfCallToolResult('ext_a', { content })).toEqual({
    ok: true,
    text: 'all',
    content: [
      { type: 'image', data, mimeType: 'image/webp' },
      { type: 'audio', data, mimeType: 'audio/wav' },
      { type: 'resource', uri: 'note://a', mimeType: 'text/plain', text: 'one' },
      { type: 'resource', uri: 'note://b', mimeType: 'image/png', blob: data },
      { type: 'resource_link', uri: 'https://example.org/c', name: 'c' },
    ],
  });
});

test.each<[object, RegExp]>([
  [{ type: 'video', data: 'AAAA' }, /content\[0\] has a type that/],
  [{ type: 'audio', data: 'A*==', mimeType: 'audio/wav' }, /has a data that is not base64/],
  [{ type: 'audio', data: 'AAAA', mimeType: 'image/png' }, /has a mimeType that is no audio/],
  [{ type: 'resource', resource: { uri: 'skywalker://tools', text: '' } }, /content\[0\] has a resource/],
  [{ type: 'resource_link', uri: 'no address', name: 'a' }, /no address that a tool may name/],
  [{ type: 'resource_link', uri: 'a:b', name: '' }, /has a name that/],
])('%j is refused with the reason', (block, reason) => {
  const result = resultOfCallToolResult('ext_a', { content: [block] });
  expect(result.ok ? 'ok' : result.error.message).toMatch(reason);
});

test('data that is nested without end, has a key that is no key, or holds seventeen images is refused', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100; level += 1) deep = { deep };
  const code = (value: unknown): string => {
    const result = resultOfReply('py_a', value);
    return result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`;
  };
  expect(code({ structured: { deep } })).toMatch(/^invalid_output: .*nested more than 64 deep/);
  expect(code({ structured: JSON.parse('{"__proto__": {"a": 1}}') as unknown })).toMatch(
    /invalid_output: .*__proto__/,
  );
  expect(code({ images: Array(17).fill(base64(PNG)) })).toMatch(/invalid_output: .*17 images/);
  expect(code({ text: 5 })).toMatch(/^invalid_output: .*text/);
  expect(code({ structured: null, text: 'a' })).toBe('ok');
});
