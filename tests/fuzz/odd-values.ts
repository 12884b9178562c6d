import fc from 'fast-check'

/** Texts that often break parsers, databases, logs and pages. */
const ODD_TEXTS = [
  '',
  ' ',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\ufeff',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  'İıſK',
  '../../../etc/passwd',
  "'; drop table orders; --",
  '" or 1=1 --',
  '$(id)',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  'a\r\nSet-Cookie: b=c',
  '{"level":50}\n{"forged":true}',
  '%00',
  '%',
  '%25%32%65',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '9'.repeat(400),
  '00000000-0000-0000-0000-000000000000',
  '2026-02-30T25:61:61Z',
  'a@b',
  'x'.repeat(5_000),
]

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e-7,
  1.005,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  Number.MAX_VALUE,
]

/** Texts that PostgreSQL cannot store. */
const UNSTORABLE = ['\u0000', 'a\u0000b', 'a\ud800']

export const oddText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...UNSTORABLE) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

/** An odd text or a value of another type. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ $ne: null }, { toString: 1 }, { length: -1 }, { toJSON: 1 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Names of fields that no call has. */
export const oddName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'role', 'isAdmin', 'id', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
