import { expect, test } from 'vitest'
import { codeOfStep, stepAt, stepOfCode } from './totp.ts'

const key = Buffer.from('12345678901234567890')

/** The examples of RFC 6238, appendix B, for SHA-1, of which six digits are shown. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i an app shows %s', (second, code) => {
  expect(codeOfStep(key, stepAt(second * 1000))).toBe(code)
})

test('a code counts from half a minute before its own to half a minute after', () => {
  const step = stepAt(1111111111_000)
  for (const [later, found] of [
    [-2, undefined],
    [-1, step],
    [0, step],
    [1, step],
    [2, undefined],
  ] as const) {
    expect(stepOfCode(key, '050471', 1111111111_000 + later * 30_000)).toBe(found)
  }
})

test.each(['', '05047', '0504711', '050472', '٠٥٠٤٧١', '05047é'])('%j is no code', (code) => {
  expect(stepOfCode(key, code, 1111111111_000)).toBeUndefined()
})
