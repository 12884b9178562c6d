import path from 'node:path'
import { expect, test } from 'vitest'
import { matchesFilter } from './match-filter.mjs'

test.each([path.posix, path.win32])(
  'finds browser tests by their path on each system',
  ({ join }) => {
    const file = join('visitors', 'navigation.spec.ts')
    expect(matchesFilter(file, ['contract', 'tests/e2e/visitors/navigation'])).toBe(true)
    expect(matchesFilter(file, ['visitors/navigation-bar'])).toBe(false)
  },
)
