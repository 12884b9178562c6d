import { readFile } from 'node:fs/promises'

/**
 * Formats the results of `npm run test:resilience` as a Markdown table: each scenario with its number of operations,
 * duration and ledger result.
 * @param {string} file Vitest's JSON report
 * @returns {Promise<string>}
 */
export async function formatResilienceTable(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const rows = tests.filter(({ status }) => status !== 'skipped').map(formatRow)
  return formatMarkdownTable([['Scenario', 'Count', 'Seconds', 'Ledger'], ...rows])
}

function formatRow({ title, status, duration, meta }) {
  const ledger = status === 'passed' ? (meta?.resilience?.ledger ?? '-') : 'FAILED'
  const seconds = ((duration ?? 0) / 1000).toFixed(1)
  return [title, String(meta?.resilience?.count ?? '-'), seconds, ledger]
}

/** Formats a Markdown table; the first row is the header. */
function formatMarkdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Formats the results of `npm run test:cluster` as a Markdown table: each fault with its measurements.
 * @param {string} file Vitest's JSON report
 * @returns {Promise<string>}
 */
export async function formatClusterTable(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const measures = [...new Set(tests.flatMap(({ meta }) => Object.keys(meta?.cluster ?? {})))]
  const rows = tests
    .filter(({ status }) => status !== 'skipped')
    .map(({ title, status, meta }) => [
      title,
      ...measures.map((measure) => String(meta?.cluster?.[measure] ?? '-')),
      status === 'passed' ? 'passed' : 'FAILED',
    ])
  return formatMarkdownTable([['Fault', ...measures, 'Result'], ...rows])
}
