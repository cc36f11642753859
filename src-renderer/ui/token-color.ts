/** The colour that a token of tokens.css has now, as `#rrggbb` or `#rrggbbaa`: for Monaco and the scene view, which can't read CSS. */
export function tokenColor(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  probe.style.display = 'none';
  document.body.append(probe);
  const text = getComputedStyle(probe).color;
  probe.remove();
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [];
  const [r = 0, g = 0, b = 0, alpha = 1] = numbers;
  const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
  return `#${hex(r)}${hex(g)}${hex(b)}${alpha < 1 ? hex(alpha * 255) : ''}`;
}
