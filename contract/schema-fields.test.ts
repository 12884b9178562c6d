import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deleted,
  dollars,
  httpsUrl,
  id,
  imageUrl,
  modified,
  page,
  positiveQuantity,
  quantity,
  requiredName,
  seenVersion,
  text,
} from './schema-fields.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

test('dollars are positive numbers with at most two decimals', () => {
  for (const good of [0.01, 1, 2.68, 999_999.99]) expect(accepts(dollars, good)).toBe(true)
  for (const bad of [
    '5',
    [5],
    null,
    true,
    0,
    -1,
    0.001,
    2.685,
    1_000_000,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
    expect(accepts(dollars, bad)).toBe(false)
})

test('quantities are whole numbers, without type coercion', () => {
  for (const good of [0, 1, 1_000_000_000]) expect(accepts(quantity, good)).toBe(true)
  for (const bad of [
    '5',
    [5],
    true,
    null,
    -1,
    1.5,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1_000_000_001,
  ])
    expect(accepts(quantity, bad)).toBe(false)
  expect(accepts(positiveQuantity, 0)).toBe(false)
})

test('a page size is a plain number from 1 to 100', () => {
  for (let n = 1; n <= 100; n++) expect(page.size.parse(String(n))).toBe(n)
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const inRange = /^(100|[1-9]\d?)$/.test(typed)
      expect(accepts(page.size, typed)).toBe(inRange)
    }),
  )
  for (const bad of ['0', '101', '1.5', 'abc', '', ' 6', '6 ', '06', '-1', '1e1', ['6', '6']])
    expect(accepts(page.size, bad)).toBe(false)
})

test('a count of modified or deleted rows is 0 or 1', () => {
  for (const [count, isAccepted] of [
    [-1, false],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    expect(accepts(modified, { modifiedCount: count })).toBe(isAccepted)
    expect(accepts(deleted, { deletedCount: count })).toBe(isAccepted)
  }
})

test('lowercases ids', () => {
  const uppercase = '0190B5A4-4A3B-7C7D-8E9F-0123456789AB'
  expect(id.parse(uppercase)).toBe(uppercase.toLowerCase())
  expect(accepts(id, 'something else')).toBe(false)
})

test('text is trimmed, keeps line breaks, replaces half of a surrogate pair and rejects other control characters', () => {
  expect(text(20).parse('  two\nlines ')).toBe('two\nlines')
  expect(text(20).parse('half \ud800')).toBe('half \ufffd')
  for (const character of ['\u0000', '\u0007', '\u001b', '\u007f'])
    expect(accepts(text(20), `a${character}b`)).toBe(false)
  expect(accepts(text(3), 'four')).toBe(false)
})

test.each(['\u202a', '\u202e', '\u2066', '\u2069'])(
  'a name contains no direction control, such as %j',
  (character) => {
    const name = requiredName(20, 'Enter a name.')
    expect(name.safeParse(`A${character}BC`).error?.issues[0]?.message).toBe(
      'Control characters are not allowed.',
    )
    expect(name.parse('سلسلة \u200f10')).toBe('سلسلة \u200f10')
  },
)

test.each(['https://example.com/in/ada', '  https://example.com/in/ada '])(
  'accepts the https URL %j',
  (url) => expect(httpsUrl.parse(url)).toBe(url.trim()),
)

test.each([
  'http://example.com',
  'javascript:alert(1)',
  'https://',
  'HTTPS://example.com',
  'https://exa mple.com',
  'https://example.com/\u0000',
  'https://exam\nple.com',
  `https://example.com/${'a'.repeat(2000)}`,
  'example.com',
])('rejects the URL %j', (url) => expect(accepts(httpsUrl, url)).toBe(false))

test('an image URL is an https URL or a path on this site', () => {
  expect(accepts(imageUrl, '/drawings/FH-10010-5.svg')).toBe(true)
  expect(accepts(imageUrl, 'https://example.com/a.jpg')).toBe(true)
  for (const bad of [
    '//evil.example/a.jpg',
    '/\\evil.example',
    'a.jpg',
    'data:image/png;base64,',
    'http://example.com/a.jpg',
  ])
    expect(accepts(imageUrl, bad)).toBe(false)
})

test.each([
  [-1, false],
  [0, true],
  [2_147_483_647, true],
  [2_147_483_648, false],
])('accepts the seen version %i: %s', (version, isAccepted) => {
  expect(seenVersion.safeParse(version).success).toBe(isAccepted)
})
