/**
 * Pictures that tools gave, before anything decodes them: what the bytes say they are and how large they would be. SVG is
 * none of them: it is a document.
 */

export interface PictureFacts {
  readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export type ReadPicture =
  { readonly ok: true; readonly facts: PictureFacts } | { readonly ok: false; readonly problem: string };

/** Characters of base64, and pixels, beyond which a picture is not shown: decoding takes four bytes for each. */
const MOST_CHARACTERS = 12 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;

/** Whatever type was claimed, the bytes decide. */
export function readPicture(base64: string): ReadPicture {
  if (base64.length > MOST_CHARACTERS) return { ok: false, problem: 'is too large to be shown' };
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return { ok: false, problem: 'can’t be read' };
  }
  const facts = pictureFacts(bytes);
  if (facts === undefined) return { ok: false, problem: 'is no PNG, JPEG, GIF or WebP' };
  if (facts.width * facts.height > MOST_PIXELS || facts.width * facts.height === 0)
    return { ok: false, problem: `has ${facts.width} × ${facts.height} pixels, too many to be shown` };
  return { ok: true, facts };
}

export function pictureFacts(bytes: Uint8Array): PictureFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (at: number, text: string): boolean =>
    at + text.length <= bytes.length &&
    [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0));
  if (has(0, '\x89PNG\r\n\x1a\n') && has(12, 'IHDR') && bytes.length >= 24)
    return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  if ((has(0, 'GIF87a') || has(0, 'GIF89a')) && bytes.length >= 10)
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (has(0, 'RIFF') && has(8, 'WEBP') && bytes.length >= 30) return webpFacts(view, has);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegFacts(view);
  return undefined;
}

/** The three forms of WebP (RFC 9649, 2.3 to 2.7). */
function webpFacts(view: DataView, has: (at: number, text: string) => boolean): PictureFacts | undefined {
  const type = 'image/webp';
  const three = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (has(12, 'VP8X')) return { type, width: three(24) + 1, height: three(27) + 1 };
  if (has(12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (has(12, 'VP8 '))
    return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}

/** From segment to segment until the frame's (ITU T.81, B.2.2). */
function jpegFacts(view: DataView): PictureFacts | undefined {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}
