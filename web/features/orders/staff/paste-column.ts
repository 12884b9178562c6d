/**
 * Writes the lines of a pasted column into the values from this index on. If the text has several
 * columns, uses the last.
 */
export function pasteColumn(values: string[], from: number, text: string): string[] {
  const cells = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').at(-1)?.trim() ?? '')
  return values.map((value, index) => cells[index - from] ?? value)
}
