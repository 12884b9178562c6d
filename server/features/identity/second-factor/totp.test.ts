import { expect, test } from 'vitest'
import { codeOfStep, stepAt, stepOfCode } from './totp.ts'

const key = Buffer.from('12345678901234567890')

/** The SHA-1 examples of RFC 6238, appendix B, cut to six digits. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('computes the code at Unix time %i as %s', (second, code) => {
  expect(codeOfStep(key, stepAt(second * 1000))).toBe(code)
})

test('accepts a code one step before and one step after its own', () => {
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

test.each(['', '05047', '0504711', '050472', '٠٥٠٤٧١', '05047é'])(
  'rejects the malformed code %j',
  (code) => {
    expect(stepOfCode(key, code, 1111111111_000)).toBeUndefined()
  },
)
