/**
 * Returns the values with the lines of a pasted column from the index on. If the text has several
 * columns, uses the last column.
 */
export function pasteColumn(values: string[], fromIndex: number, text: string): string[] {
  const cells = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').at(-1)?.trim() ?? '')
  return values.map((value, index) => cells[index - fromIndex] ?? value)
}
