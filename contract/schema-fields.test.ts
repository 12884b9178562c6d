import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deleted,
  dollars,
  httpsUrl,
  id,
  imageAddress,
  modified,
  page,
  pieces,
  piecesFromOne,
  text,
} from './schema-fields.ts'

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

test('amounts are numbers from one cent up, with at most two decimals', () => {
  for (const good of [0.01, 1, 2.68, 999_999.99]) expect(takes(dollars, good)).toBe(true)
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
    expect(takes(dollars, bad)).toBe(false)
})

test('pieces are whole numbers, never coerced from something else', () => {
  for (const good of [0, 1, 1_000_000_000]) expect(takes(pieces, good)).toBe(true)
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
    expect(takes(pieces, bad)).toBe(false)
  expect(takes(piecesFromOne, 0)).toBe(false)
})

test('a page size is digits from 1 to 100 and nothing else', () => {
  for (let n = 1; n <= 100; n++) expect(page.size.parse(String(n))).toBe(n)
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const inRange = /^(100|[1-9]\d?)$/.test(typed)
      expect(takes(page.size, typed)).toBe(inRange)
    }),
  )
  for (const bad of ['0', '101', '1.5', 'abc', '', ' 6', '6 ', '06', '-1', '1e1', ['6', '6']])
    expect(takes(page.size, bad)).toBe(false)
})

test('a count of modified or deleted rows is 0 or 1', () => {
  for (const [count, isTaken] of [
    [-1, false],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    expect(takes(modified, { modifiedCount: count })).toBe(isTaken)
    expect(takes(deleted, { deletedCount: count })).toBe(isTaken)
  }
})

test('an id may be written in capitals and means the same', () => {
  const written = '0190B5A4-4A3B-7C7D-8E9F-0123456789AB'
  expect(id.parse(written)).toBe(written.toLowerCase())
  expect(takes(id, 'something else')).toBe(false)
})

test('text is trimmed, keeps its lines, and holds no control characters', () => {
  expect(text(20).parse('  two\nlines ')).toBe('two\nlines')
  for (const sign of ['\u0000', '\u0007', '\u001b', '\u007f'])
    expect(takes(text(20), `a${sign}b`)).toBe(false)
  expect(takes(text(3), 'four')).toBe(false)
})

test.each(['https://example.com/in/ada', '  https://example.com/in/ada '])(
  '%j is an https address',
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
])('%j is none', (url) => expect(takes(httpsUrl, url)).toBe(false))

test('a picture is at an https address or at a path of the shop', () => {
  expect(takes(imageAddress, '/drawings/FH-10010-5.svg')).toBe(true)
  expect(takes(imageAddress, 'https://example.com/a.jpg')).toBe(true)
  for (const bad of [
    '//evil.example/a.jpg',
    '/\\evil.example',
    'a.jpg',
    'data:image/png;base64,',
    'http://example.com/a.jpg',
  ])
    expect(takes(imageAddress, bad)).toBe(false)
})
