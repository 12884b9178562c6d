import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** The words in `code` style in the last section of CONTRIBUTING.md. */
const conventions = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')
const [, lastSection] = conventions.split(/## Banned words\r?\n/)
const bannedWords = [...lastSection.matchAll(/`([a-z ]+)`/g)].map(([, word]) => word)
// PostgreSQL's terms "foreign key" and "foreign data" are allowed.
const anyWord = bannedWords
  .join('|')
  .replaceAll(' ', String.raw`[\s/*]+`)
  .replace('foreign', '$&(?! (keys?|data)\\b)')
const BANNED = new RegExp(`\\b(${anyWord})(s|es|d|ed|ing|self)?\\b`, 'gi')

/** Paths and the words that are allowed below them, such as names of the API. */
const ALLOWED = Object.entries(
  JSON.parse(readFileSync(new URL('check/allowed-words.json', import.meta.url), 'utf8')),
)

const isAllowed = (file, word) =>
  ALLOWED.some(([start, words]) => file.startsWith(start) && words.includes(word))

/** Splits names at case changes, hyphens and underscores. */
const splitNames = (text) => text.replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ').replaceAll(/[-_]/g, ' ')

/** Returns the identifiers, comments and test names of a source file, with their positions. */
function readSource(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const start = node.getStart(source)
    const children = node.getChildren(source)
    // Comments are between the tokens.
    if (children.length === 0) found.push([node.pos, text.slice(node.pos, start)])
    if (ts.isIdentifier(node) || isTestName(node)) found.push([start, node.text])
    for (const child of children) visit(child)
  }
  visit(source)
  return found
}

const isTestName = (node) =>
  ts.isStringLiteralLike(node) &&
  ts.isCallExpression(node.parent) &&
  /^(it|test|describe)\b/.test(node.parent.expression.getText())

/** Returns the prose of a document. Code and link targets become blanks. */
const readDocument = (text) => [
  [
    0,
    text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, (code) => code.replaceAll(/./g, ' ')),
  ],
]

const READERS = { css: (text) => [[0, text]], sql: (text) => [[0, text]], md: readDocument }

const IGNORED = ['.cache', '.git', 'data', 'dist', 'node_modules', 'test-results']

const lineOf = (text) => text.split('\n').length

const exclude = IGNORED.flatMap((name) => [name, `**/${name}`])
// Exits with 1 if a file name, identifier, comment, test name or document contains a banned word.
for (const found of globSync('**/*.{css,js,md,mjs,sql,ts,tsx}', { exclude })) {
  const file = found.replaceAll(path.sep, '/')
  const text = readFileSync(file, 'utf8')
  // Parsing is expensive, and only few files contain such a word.
  if (splitNames(`${file} ${text}`).search(BANNED) === -1) continue
  const read = READERS[file.split('.').at(-1)] ?? readSource
  for (const [position, part] of [[0, file], ...read(text, file)]) {
    const words = splitNames(part)
    for (const { 0: word, index } of words.matchAll(BANNED)) {
      if (isAllowed(file, word.toLowerCase())) continue
      const line = lineOf(text.slice(0, position)) + lineOf(words.slice(0, index)) - 1
      console.error(`${file}:${line} contains "${word}": CONTRIBUTING.md lists a plainer word.`)
      process.exitCode = 1
    }
  }
}
