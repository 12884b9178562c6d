import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limitSettings } from './limits.ts'

test('the document of the limits has each with its default', () => {
  const text = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8')
  const told = [...text.matchAll(/^\| `([A-Z_]+)` +\| (\d+) /gm)].map(([, name, n]) => [
    name,
    Number(n),
  ])
  const there = Object.entries(limitSettings).map(([name, setting]) => [
    name,
    setting.parse(undefined),
  ])
  expect(told.sort()).toEqual(there.sort())
})
