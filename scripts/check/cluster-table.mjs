import { readFile } from 'node:fs/promises'
import { toMarkdown } from './hurt-table.mjs'

/**
 * What `npm run test:cluster` has done, as a table in Markdown: each fault and what was measured.
 * @param {string} file Vitest's JSON report
 * @returns {Promise<string>}
 */
export async function clusterTable(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const measures = [...new Set(tests.flatMap(({ meta }) => Object.keys(meta?.cluster ?? {})))]
  const rows = tests
    .filter(({ status }) => status !== 'skipped')
    .map(({ title, status, meta }) => [
      title,
      ...measures.map((measure) => String(meta?.cluster?.[measure] ?? '-')),
      status === 'passed' ? 'held' : 'FAILED',
    ])
  return toMarkdown([['Fault', ...measures, 'All'], ...rows])
}
