import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limitSettings } from './limits.ts'

test('docs/limits.md lists every limit with its default', () => {
  const text = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^\| `([A-Z_]+)` +\| (\d+) /gm)].map(([, name, n]) => [
    name,
    Number(n),
  ])
  const defaults = Object.entries(limitSettings).map(([name, setting]) => [
    name,
    setting.parse(undefined),
  ])
  expect(documented.sort()).toEqual(defaults.sort())
})
