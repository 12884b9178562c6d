/** A postcode at either end of a line: digits, `SW1A 1AA`, `1012 AB` or `OR 97201`. */
const POSTCODE =
  /^(?:[a-z]{1,2}-)?\d[\d-]{3,}(?:\s[a-z]{2})?\s+|\s+(?:[a-z]{2}\s+)?\d{4,}(?:-\d+)?$|\s+[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i
const STATE = /^[A-Z]{2}\s+\d{4,}(?:-\d+)?$/

/**
 * Guesses the city of a typed address: the last line with a postcode, otherwise the line after the street. Returns an
 * empty text if the address has only one line.
 */
export function guessCity(address: string): string {
  const lines = address
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const laterLines = lines.slice(1)
  const index = laterLines.findLastIndex((line) => POSTCODE.test(line) || STATE.test(line))
  const line = laterLines[index]
  if (line === undefined) return laterLines[0] ?? ''
  // In `Portland, OR 97201` the city is before the state.
  if (STATE.test(line)) return laterLines[index - 1] ?? lines[0] ?? ''
  return line.replace(POSTCODE, '')
}
