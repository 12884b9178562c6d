import { PASTE_LENGTH_MAXIMUM } from '@freehub/contract/order-pad/split-cells'
import { expect, test } from 'vitest'
import { PasteRefusal, splitPaste } from './split-paste.ts'

test('reads the first rows and keeps the rest, also if the pad has room for few', () => {
  const lines = Array.from({ length: 600 }, (_, n) => `FH-${n}\t${n}`)
  const { rows, rest, notes } = splitPaste(lines.join('\n'))
  expect(rows).toHaveLength(500)
  expect(rest).toBe(lines.slice(500).join('\n'))
  expect(notes).toEqual([
    'The first 500 rows were read. 100 more are still in the field: press “Add rows” to go on.',
  ])
  const few = splitPaste(lines.join('\n'), 3)
  expect(few.rows).toHaveLength(3)
  expect(few.rest).toBe(lines.slice(3).join('\n'))
})

test('states that the end of long rows was not read', () => {
  expect(splitPaste(`FH-10110-7\t${'x'.repeat(81)}`).notes).toEqual([
    '1 row is very long. Only the beginning was read: 80 characters of a cell, 960 of a line.',
  ])
})

test('leaves out empty lines', () => {
  expect(splitPaste('a\t1\n\n \t\nb\t2\n').rows).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

test.each([
  ['a long text', 'x'.repeat(PASTE_LENGTH_MAXIMUM + 1), 'This list is too long'],
  ['many columns', 'x\t'.repeat(100_000), 'too many columns'],
  ['bytes', '\0\u0001', 'This is not a text'],
  ['white space', ' \n\t\n', 'There are no rows'],
])('refuses %s', (_, text, message) => {
  expect(() => splitPaste(text)).toThrow(PasteRefusal)
  expect(() => splitPaste(text)).toThrow(message)
})
