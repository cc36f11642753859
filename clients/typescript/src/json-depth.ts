/** How deep brackets may be nested in what an engine sends. */
export const MAX_DEPTH = 200;

/** Whether a JSON text stays within it, told without parsing it. */
export function isShallow(text: string): boolean {
  if (text.length <= MAX_DEPTH) return true;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return false;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return true;
}
