/** Numbers as people write them. */

/** At most four places after the point, without trailing zeros. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const text = value.toFixed(4).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** A number or a sum of + − × ÷ and parentheses; a comma may stand for the point. Undefined where it is neither. */
export function parseNumber(text: string): number | undefined {
  const source = text
    .replaceAll(',', '.')
    .replace(/[×]/g, '*')
    .replace(/[÷]/g, '/')
    .replace(/−/g, '-')
    .replace(/\s+/g, '');
  if (source === '' || source.length > 100) return undefined;
  let at = 0;
  const factor = (): number => {
    if (source[at] === '-' || source[at] === '+') return source[at++] === '-' ? -factor() : factor();
    if (source[at] === '(') {
      at += 1;
      const inner = sum();
      if (source[at] !== ')') return NaN;
      at += 1;
      return inner;
    }
    const match = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i.exec(source.slice(at));
    if (match === null) return NaN;
    at += match[0].length;
    return Number(match[0]);
  };
  const product = (): number => {
    let value = factor();
    while (source[at] === '*' || source[at] === '/')
      value = source[at++] === '*' ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (source[at] === '+' || source[at] === '-')
      value = source[at++] === '+' ? value + product() : value - product();
    return value;
  };
  const value = sum();
  return at === source.length && Number.isFinite(value) ? value : undefined;
}
