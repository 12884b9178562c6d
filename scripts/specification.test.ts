import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const lines = readFileSync(path.join(root, 'docs/specification.md'), 'utf8').split('\n')

/** A file in backticks, told from an address or a command by its folder and its ending. */
const FILE = /`(?:[\w.-]+\/)+[\w.-]+\.\w+`/g
/** A file of tests, and the names of tests that are quoted after it. */
const TESTS = /`([^`]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")+)/g

const files = lines.flatMap((line) => line.match(FILE) ?? [])
const quoted = lines.flatMap((line) =>
  [...line.matchAll(TESTS)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  ),
)

test('every file that docs/specification.md names is there', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !existsSync(path.join(root, file.slice(1, -1))))).toEqual([])
})

test('every test that docs/specification.md quotes stands in the file before it', () => {
  const names = new Map(quoted.map(({ file }) => [file, testNames(file)]))
  expect(quoted.filter(({ file, name }) => !names.get(file)?.includes(name))).toEqual([])
  // Nothing is quoted that is no test's name, but for the sentence that explains how they are written.
  const quotes = lines.flatMap((line) => line.match(/"[^"]+"/g) ?? [])
  expect(quotes).toHaveLength(quoted.length + 1)
})

test('every row of docs/specification.md has a test, or says that it has none yet', () => {
  const rows = lines.filter((line) => /^\| (?!---|Sentence \||Route \||Call \|)/.test(line))
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((row) => !/` "[^"]+"|TODO/.test(row))).toEqual([])
})

/** The names of a file's tests as they are written there, placeholders and all. */
function testNames(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  const named = /\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
  return [...source.matchAll(named)].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}
