import type { FitCheck } from '@freehub/contract/fitment/fitment'
import { pluralize } from '@freehub/contract/money'

type CheckResult = Pick<FitCheck, 'conflicts' | 'missing' | 'unknown' | 'gone'>

/** Summarizes a check. `open`: no parts conflict, but some are missing, unknown or no longer sold. */
export function describeVerdict({ conflicts, missing, unknown, gone }: CheckResult): {
  state: 'conflict' | 'fits' | 'open'
  text: string
} {
  const counts = [
    conflicts.length > 0 && pluralize(conflicts.length, 'conflict', 'conflicts'),
    missing.length > 0 && pluralize(missing.length, 'part missing', 'parts missing'),
  ].filter(Boolean)
  const limits = [
    unknown.length > 0 && `The fit of ${pluralize(unknown.length, 'part', 'parts')} is not known.`,
    gone.length > 0 &&
      `${pluralize(gone.length, 'part is', 'parts are')} no longer sold and not checked.`,
  ].filter(Boolean)
  if (counts.length === 0 && limits.length === 0)
    return { state: 'fits', text: 'Everything fits and nothing is missing.' }
  const found = counts.length > 0 ? `${counts.join(', ')}.` : 'No conflicts found.'
  const state = conflicts.length > 0 ? 'conflict' : 'open'
  return { state, text: [found, ...limits].join(' ') }
}
