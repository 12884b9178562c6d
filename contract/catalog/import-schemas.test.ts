import { expect, test } from 'vitest'
import { importRowsQuery } from './import-schemas.ts'

test('reads a row number of nine digits as the start of a list of import rows', () => {
  expect(importRowsQuery.parse({ after: '999999999' })).toEqual({ after: 999_999_999 })
})

test.each(['', 'x', '-1', '1.5', '1234567890'])('refuses %j as a row number', (after) => {
  const { error } = importRowsQuery.safeParse({ after })
  expect(error?.issues).toMatchObject([{ path: ['after'], message: 'after must be a row number.' }])
})
