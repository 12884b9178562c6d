import type { BrokenRule } from './broken-rule.ts'

/** Maximum number of violations shown for each rule. */
const MAX_SHOWN = 20

/** Formats the result of a ledger check for operators. */
export function formatReport(broken: BrokenRule[]): string {
  if (broken.length === 0) return 'The ledger is consistent.'
  return ['The ledger is inconsistent.', ...broken.map(formatRule)].join('\n\n')
}

function formatRule({ rule, remedy, violations }: BrokenRule): string {
  const hiddenCount = violations.length - MAX_SHOWN
  return [
    `Violated: ${rule}.`,
    ...violations.slice(0, MAX_SHOWN).map((violation) => `  ${formatViolation(violation)}`),
    ...(hiddenCount > 0 ? [`  and ${hiddenCount} more`] : []),
    `  What to do: ${remedy}`,
  ].join('\n')
}

function formatViolation(violation: Record<string, unknown>): string {
  return Object.entries(violation)
    .map(([name, value]) => `${name} ${formatValue(value)}`)
    .join(', ')
}

function formatValue(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value === null || value === undefined ? 'none' : String(value)
}
