import { readFile } from 'node:fs/promises'
import { formatMarkdownTable } from './resilience-table.mjs'

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
