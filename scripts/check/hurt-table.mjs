import { readFile } from 'node:fs/promises'

/**
 * What `npm run test:hurt` has done, as a table in Markdown: each scenario, how often, how long,
 * and whether the books were good at its end; what passed only when tried again says so.
 * @param {string} file Vitest's JSON report
 * @returns {Promise<string>}
 */
export async function hurtTable(file) {
  const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const rows = tests.filter(({ status }) => status !== 'skipped').map(rowOf)
  return toMarkdown([['Scenario', 'Count', 'Seconds', 'Books'], ...rows])
}

function rowOf({ title, status, duration, meta, failureMessages = [] }) {
  const books = status === 'passed' ? (meta?.hurt?.books ?? '-') : 'FAILED'
  const again = status === 'passed' && failureMessages.length > 0 ? ', when tried again' : ''
  const seconds = ((duration ?? 0) / 1000).toFixed(1)
  return [title, String(meta?.hurt?.count ?? '-'), seconds, books + again]
}

/** A table in Markdown, its head in the first row. */
export function toMarkdown([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
