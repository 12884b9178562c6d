import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Refuses words of the glossary in CONTRIBUTING.md that have a plainer synonym: in file names, identifiers,
 * comments, test names, style sheets, SQL and documents. Exits with 1 if it finds any.
 */
const BANNED = new RegExp(
  `\\b(${[
    ...['anew', 'askers?', 'awake', 'circumstances', 'expel', 'foreign(?! (keys?|data))', 'glance'],
    ...['he', 'him', 'himself', 'his', 'hurts?', 'in words', 'kept answers?', 'laps(e|es|ed|ing)'],
    ...['mend(s|ed|ing)?', 'nobody', 'offenders?', 'papers', 'patience', 'scenes?', 'seldom'],
    ...['somebody', 'strains?', 'takings', 'told', 'under way', 'wanted', 'whoever', 'wish(es)?'],
  ].join('|')})\\b`,
  'gi',
)

/** Ordinary uses: a path prefix, and the words that are allowed there. */
const ALLOWED = JSON.parse(readFileSync(new URL('allowed-words.json', import.meta.url), 'utf8'))

const isAllowed = (file, word) =>
  Object.entries(ALLOWED).some(([prefix, words]) => file.startsWith(prefix) && words.includes(word))

/** Splits names at case changes, hyphens and underscores. */
const splitNames = (text) => text.replace(/([a-z0-9])(?=[A-Z])/g, '$1 ').replaceAll(/[-_]/g, ' ')

/** Returns the identifiers, comments and test names of a source file, with their positions. */
function readSource(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const start = node.getStart(source)
    if (node.getChildCount(source) === 0) found.push([node.pos, text.slice(node.pos, start)])
    if (ts.isIdentifier(node) || isTestName(node)) found.push([start, node.text])
    node.getChildren(source).forEach(visit)
  }
  visit(source)
  return found
}

const isTestName = (node) =>
  ts.isStringLiteralLike(node) &&
  ts.isCallExpression(node.parent) &&
  /^(test|describe)\b/.test(node.parent.expression.getText())

/** Returns a document's prose with its positions: without code, links' targets and front matter. */
const readProse = (text) => [
  [0, text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|^ {4}.*$/gm, (code) => code.replaceAll(/[^\n]/g, ' '))],
]

const readers = { ts: readSource, tsx: readSource, mjs: readSource, js: readSource, md: (_, text) => readProse(text) }

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.sql', '*.css', '*.md'], { encoding: 'utf8' })
let count = 0
for (const file of files.split('\n').filter(Boolean)) {
  const text = readFileSync(file, 'utf8')
  const read = readers[file.split('.').at(-1)] ?? (() => [[0, text]])
  for (const [position, words] of [[0, file], ...read(file, text)]) {
    for (const match of splitNames(words).matchAll(BANNED)) {
      if (isAllowed(file, match[0].toLowerCase())) continue
      const line = text.slice(0, position + match.index).split('\n').length
      console.error(`${file}:${line}  ${match[0]}`)
      count += 1
    }
  }
}
if (count > 0) process.exitCode = 1
