import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { expect, test } from 'vitest'
import { describeVerdict } from './describe-verdict.ts'

const check = (counts: Partial<Record<'conflicts' | 'missing' | 'unknown' | 'gone', number>>) => {
  const list = (count = 0) => Array(count).fill({})
  const { conflicts, missing, unknown, gone } = counts
  return {
    conflicts: list(conflicts),
    missing: list(missing),
    unknown: list(unknown),
    gone: list(gone),
  } as FitCheck
}

test.each([
  [{}, 'fits', 'Everything fits and nothing is missing.'],
  [{ conflicts: 1, missing: 2 }, 'conflict', '1 conflict, 2 parts missing.'],
  [{ missing: 1 }, 'open', '1 part missing.'],
  [{ conflicts: 2 }, 'conflict', '2 conflicts.'],
  [{ gone: 1 }, 'open', 'No conflicts found. 1 part is no longer sold and not checked.'],
  [{ unknown: 2 }, 'open', 'No conflicts found. The fit of 2 parts is not known.'],
  [
    { missing: 1, unknown: 1, gone: 2 },
    'open',
    '1 part missing. The fit of 1 part is not known. 2 parts are no longer sold and not checked.',
  ],
] as const)(
  'states that everything fits, or counts conflicts and missing, unknown and unchecked parts: %j',
  (counts, state, text) => {
    expect(describeVerdict(check(counts))).toEqual({ state, text })
  },
)
