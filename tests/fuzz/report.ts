import type { Figures } from './process-figures.ts'
import type { SeedResult } from './run-seed.ts'

interface Around {
  before: Figures
  after: Figures
}

/** A table of what was sent and answered, and below it every fault. Text in Markdown. */
export function fuzzReport(results: SeedResult[], { before, after }: Around): string {
  const statuses = results.flatMap((one) => one.statuses)
  const faults = results.flatMap((one) => one.faults)
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const rows = [
    ['Requests', String(statuses.length)],
    ...[...counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([status, n]) => [`Answered ${status}`, String(n)]),
    ['Answers of 5xx', String(statuses.filter((status) => /^5\d\d$/.test(status)).length)],
    ['Answers not as declared', String(faults.length)],
    ['Event loop delay, p99', `${after.lagP99Ms.toFixed(0)} ms`],
    [
      'Memory before and after',
      `${before.memoryMb.toFixed(0)} MB, ${after.memoryMb.toFixed(0)} MB`,
    ],
  ]
  const table = [
    '| what | count |',
    '| --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ]
  return [...table, ...(faults.length > 0 ? ['', ...faults] : []), ''].join('\n')
}
