import type { ProcessMetrics } from './process-metrics.ts'
import type { SeedResult } from './run-seed.ts'

interface ProcessComparison {
  before: ProcessMetrics
  after: ProcessMetrics
}

/** Formats a Markdown table of requests and responses, followed by all faults. */
export function formatFuzzReport(
  results: SeedResult[],
  { before, after }: ProcessComparison,
): string {
  const statuses = results.flatMap((one) => one.statuses)
  const faults = results.flatMap((one) => one.faults)
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const rows = [
    ['Requests', String(statuses.length)],
    ...[...counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([status, n]) => [`Answered ${status}`, String(n)]),
    ['Responses with 5xx', String(statuses.filter((status) => /^5\d\d$/.test(status)).length)],
    ['Undeclared responses', String(faults.length)],
    ['Event loop delay, p99', `${after.lagP99Ms.toFixed(0)} ms`],
    [
      'Memory before and after',
      `${before.memoryMb.toFixed(0)} MB, ${after.memoryMb.toFixed(0)} MB`,
    ],
  ]
  const table = [
    '| Measure | Value |',
    '| --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ]
  return [...table, ...(faults.length > 0 ? ['', ...faults] : []), ''].join('\n')
}
