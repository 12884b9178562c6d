import type { BrokenRule } from './broken-rule.ts'

/** So many offenders of a rule are shown: the first ones tell what is wrong. */
const SHOWN = 20

/** What a check of the books has found, for whoever keeps the shop. */
export function printBooks(broken: BrokenRule[]): string {
  if (broken.length === 0) return 'The books are right.'
  return ['The books are wrong.', ...broken.map(printRule)].join('\n\n')
}

function printRule({ rule, remedy, offenders }: BrokenRule): string {
  const hidden = offenders.length - SHOWN
  return [
    `Does not hold: ${rule}.`,
    ...offenders.slice(0, SHOWN).map((offender) => `  ${printOffender(offender)}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    `  What to do: ${remedy}`,
  ].join('\n')
}

function printOffender(offender: Record<string, unknown>): string {
  return Object.entries(offender)
    .map(([name, value]) => `${name} ${printValue(value)}`)
    .join(', ')
}

function printValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value === null || value === undefined ? 'none' : String(value)
}
