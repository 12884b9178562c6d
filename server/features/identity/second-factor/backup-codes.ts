import { randomInt } from 'node:crypto'

const CODES = 10
/** Without those that look alike on paper: i, l and 1, o and 0, u and v. */
const LETTERS = 'abcdefghjkmnpqrstwxyz23456789'

/** Ten codes that each let in once, such as `h7kmq-x2r9d`: 48 bits, which nobody guesses. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: CODES }, () => `${letters(5)}-${letters(5)}`)
}

function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
