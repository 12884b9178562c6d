import type { FitCheck } from '@freehub/contract/fitment/fitment'

type CheckResult = Pick<
  FitCheck,
  'bike' | 'conflicts' | 'metNeeds' | 'missing' | 'outside' | 'unknown'
>

/**
 * Answers whether a part fits a bike, from the check of the part. The answer is the first conflict, otherwise the first
 * met need, otherwise that nothing is known. `openNeeds` lists the needs of the part for which the bike has no entry.
 * With open needs, the state of a met need is `unknown`.
 */
export function answerFit({ bike, conflicts, metNeeds, missing, outside, unknown }: CheckResult): {
  state: 'conflict' | 'fits' | 'unknown'
  text: string
  openNeeds: string[]
} {
  const [conflict] = conflicts
  if (conflict) return { state: 'conflict', text: `No. ${conflict.why}`, openNeeds: [] }
  const [met] = metNeeds
  if (!met) {
    const reason =
      unknown.length > 0
        ? 'We have no fit data for this part.'
        : `${bike ?? 'This bike'} has no entry for what this part fits.`
    const text = `Not known. ${reason}`
    return { state: 'unknown', text, openNeeds: [] }
  }
  const openNeeds = [...outside, ...missing].map(({ why }) => why)
  return openNeeds.length > 0
    ? { state: 'unknown', text: `Fits as far as known. ${met.why}`, openNeeds }
    : { state: 'fits', text: `Yes. ${met.why}`, openNeeds }
}
