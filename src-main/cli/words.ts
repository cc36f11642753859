/** `1 file`, `2 files`; `many` where the plural is not the singular with an s. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
