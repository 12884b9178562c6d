import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { expect, test } from 'vitest'
import { createVerdictLookup } from './line-fit-context.ts'

const conflict = { a: 'cassette', b: 'hub', why: 'The hub has HG.' }
const bikeConflict = { a: null, b: 'stem' }
const verdictOf = createVerdictLookup({
  conflicts: [conflict, bikeConflict],
  metNeeds: [
    { a: 'rim', b: 'hub' },
    { a: 'rim', b: 'tyre' },
    { a: 'tyre', b: 'rim' },
    { a: 'post', b: null },
  ],
  unknown: ['bell'],
} as unknown as FitCheck)

test.each([
  ['cassette', 'conflict', 0, [conflict]],
  ['hub', 'conflict', 1, [], false, 'The hub has HG.'],
  ['stem', 'conflict', 0, [bikeConflict]],
  ['rim', 'fits', 2, []],
  ['tyre', 'fits', 1, []],
  ['post', 'fits', 0, [], true],
  ['bell', 'unknown', 0, []],
  ['grip', 'none', 0, []],
])(
  'describes the result of a fit check for one part, with each conflict once: %s',
  (id, state, partCount, conflicts, fitsBike = false, otherReasons = '') => {
    expect(verdictOf(id)).toEqual({ state, partCount, conflicts, fitsBike, otherReasons })
  },
)
