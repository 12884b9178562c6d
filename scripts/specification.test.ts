import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const lines = readFileSync(path.join(root, 'docs/specification.md'), 'utf8').split('\n')

/** A file in backticks: a path with a folder and an extension. */
const FILE = /`(?:[\w.-]+\/)+[\w.-]+\.\w+`/g
/** A test file, followed by quoted test names. */
const TESTS = /`([^`]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")+)/g

const files = lines.flatMap((line) => line.match(FILE) ?? [])
const quoted = lines.flatMap((line) =>
  [...line.matchAll(TESTS)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  ),
)

test('every file named in docs/specification.md exists', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !existsSync(path.join(root, file.slice(1, -1))))).toEqual([])
})

test('every test quoted in docs/specification.md is in the file named before it', () => {
  const names = new Map(quoted.map(({ file }) => [file, listTestNames(file)]))
  expect(quoted.filter(({ file, name }) => !names.get(file)?.includes(name))).toEqual([])
  // Every quotation is a test name, except the one in the sentence that explains the format.
  const quotes = lines.flatMap((line) => line.match(/"[^"]+"/g) ?? [])
  expect(quotes).toHaveLength(quoted.length + 1)
})

test('every row of docs/specification.md names a test or a TODO, and an addition its test file', () => {
  const isRow = (line: string) => line.startsWith('- ')
  const start = lines.indexOf('## 10. Additions')
  const rows = lines.slice(0, start).filter(isRow)
  const additions = lines.slice(start).filter(isRow)
  expect(rows.length).toBeGreaterThan(50)
  expect(additions.length).toBeGreaterThan(50)
  expect(rows.filter((row) => !/` "[^"]+"|TODO/.test(row))).toEqual([])
  expect(additions.filter((row) => !/`[^`]+\.(?:test|spec)\.tsx?`$/.test(row))).toEqual([])
})

/** Lists the names of a file's tests as written, with placeholders. */
function listTestNames(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  const declaration = /\b(?:test|it)(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
  return [...source.matchAll(declaration)].map(([, , name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}
