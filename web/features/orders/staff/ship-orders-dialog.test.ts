import { expect, test } from 'vitest'
import { pasteColumn } from './ship-orders-dialog.tsx'

test('writes the lines into the values from the index on, and keeps the other values', () => {
  expect(pasteColumn(['a', 'b', 'c', 'd'], 1, 'JD1\r\nJD2\r\n')).toEqual(['a', 'JD1', 'JD2', 'd'])
  expect(pasteColumn(['', ''], 0, 'JD1\nJD2\nJD3')).toEqual(['JD1', 'JD2'])
})

test('uses the last of several columns, and keeps empty lines', () => {
  expect(pasteColumn(['', '', ''], 0, 'FH-1\tJD1\n\nFH-3\tJD3')).toEqual(['JD1', '', 'JD3'])
})
