/** Whether a text is a PNG image in base64, as far as can be told without unpacking it. */

/** Characters of one image: 8 MiB of bytes. */
const MAX_CHARACTERS = 11_184_812;

/** Pixels a side. */
const MAX_SIDE = 16_384;

const SIGNATURE = '89504e470d0a1a0a';

/** What is wrong with it, in words that complete "images[0] …"; undefined where nothing is. */
export function pngProblem(base64: string): string | undefined {
  if (base64.length > MAX_CHARACTERS)
    return `has ${base64.length} characters; at most ${MAX_CHARACTERS} are allowed`;
  // Node leaves out what is no base64, so it has to be looked for.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return 'is not base64';
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 45 || bytes.subarray(0, 8).toString('hex') !== SIGNATURE) return 'is not a PNG image';
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return 'is a PNG image without a header';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === 0 || height === 0 || width > MAX_SIDE || height > MAX_SIDE)
    return `is ${width} × ${height} pixels; 1 to ${MAX_SIDE} a side are allowed`;
  return walk(bytes);
}

/** The chunks have to follow one another up to the end, with data among them. */
function walk(bytes: Buffer): string | undefined {
  let data = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length) break;
    if (type === 'IDAT') data = true;
    if (type === 'IEND') return data ? undefined : 'is a PNG image without data';
    at = next;
  }
  return 'is a PNG image that is cut off';
}
