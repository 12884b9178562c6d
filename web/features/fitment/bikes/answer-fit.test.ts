import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { expect, test } from 'vitest'
import { answerFit } from './answer-fit.ts'

const met = { why: 'The hub fits the frame.' }
const need = { why: 'This hub needs a 100 mm quick-release skewer.' }
const answer = (check: object) =>
  answerFit({
    bike: 'Anna’s bike',
    conflicts: [],
    metNeeds: [],
    missing: [],
    outside: [],
    unknown: [],
    ...check,
  } as unknown as FitCheck)

test('answers yes only if the bike has an entry for each need of the part', () => {
  expect(answer({ metNeeds: [met] })).toEqual({
    state: 'fits',
    text: 'Yes. The hub fits the frame.',
    openNeeds: [],
  })
  for (const check of [{ missing: [need] }, { outside: [need] }])
    expect(answer({ metNeeds: [met], ...check })).toEqual({
      state: 'unknown',
      text: 'Fits as far as known. The hub fits the frame.',
      openNeeds: [need.why],
    })
})

test('answers "No" for a conflict, and "Not known" if the bike has no entry', () => {
  expect(answer({ metNeeds: [met], conflicts: [need], missing: [need] })).toEqual({
    state: 'conflict',
    text: 'No. This hub needs a 100 mm quick-release skewer.',
    openNeeds: [],
  })
  expect(answer({ missing: [need] })).toEqual({
    state: 'unknown',
    text: 'Not known. Anna’s bike has no entry for what this part fits.',
    openNeeds: [],
  })
  expect(answer({ unknown: ['part'] }).text).toBe('Not known. We have no fit data for this part.')
  expect(answer({ bike: null }).text).toBe(
    'Not known. This bike has no entry for what this part fits.',
  )
})

test('lists needs that the frame must meet before missing parts', () => {
  const frame = { why: 'This hub needs 135 mm quick-release dropouts.' }
  const answered = answer({ metNeeds: [met], missing: [need], outside: [frame] })
  expect(answered.openNeeds).toEqual([frame.why, need.why])
})
