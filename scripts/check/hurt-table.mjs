import { readFile } from 'node:fs/promises'

/**
 * What `npm run test:hurt` has done, as a table in Markdown: each scenario, how often, how long,
 * and whether the books were good at its end.
 * @param {string} file Vitest's JSON report
 * @returns {Promise<string>}
 */
export async function hurtTable(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const rows = tests.filter(({ status }) => status !== 'skipped').map(rowOf)
  return toMarkdown([['Scenario', 'Count', 'Seconds', 'Books'], ...rows])
}

function rowOf({ title, status, duration, meta }) {
  const books = status === 'passed' ? (meta?.hurt?.books ?? '-') : 'FAILED'
  return [title, String(meta?.hurt?.count ?? '-'), ((duration ?? 0) / 1000).toFixed(1), books]
}

/** A table in Markdown, its head in the first row. */
export function toMarkdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
