import { randomInt } from 'node:crypto'

const CODE_COUNT = 10
/** Without characters that look alike on paper: i, l and 1, o and 0, u and v. */
const LETTERS = 'abcdefghjkmnpqrstwxyz23456789'

/** Generates ten single-use codes of 48 bits, such as `h7kmq-x2r9d`. */
export function generateBackupCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, () => `${randomLetters(5)}-${randomLetters(5)}`)
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
