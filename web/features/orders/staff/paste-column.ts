/** Replaces values from `fromIndex` on by the lines of a text. Uses the last column of a text with several columns. */
export function pasteColumn(values: string[], fromIndex: number, text: string): string[] {
  const cells = text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').at(-1)?.trim() ?? '')
  return values.map((value, index) => cells[index - fromIndex] ?? value)
}
