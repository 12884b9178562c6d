import path from 'node:path'
import { expect, test } from 'vitest'
import { readResults } from './results.ts'

test('reads no results if there is no file', async () => {
  expect(await readResults(path.join(import.meta.dirname, 'missing.json'))).toEqual({ sizes: [] })
})

test('rejects if the results cannot be read, so that they are not overwritten', async () => {
  await expect(readResults(import.meta.dirname)).rejects.toThrow('EISDIR')
})
