import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Each case: a file, its text, and the line with a banned word, or undefined if there is none. */
const cases: [file: string, text: string, line: number | undefined][] = [
  ['a.ts', 'export const keptAnswer = 1\n', 1],
  ['b.ts', '\n\n/** Returns what he wrote. */\nexport const b = 1\n', 3],
  ['c.ts', "test('refuses somebody', () => {})\n", 1],
  ['d.tsx', 'const d = <p>nobody</p>\n// Whoever\n', 2],
  ['papers-waiting.mjs', 'export const e = 1\n', 1],
  ['f.css', '.at-a-glance {}\n', 1],
  ['g.sql', 'select 1 as wanted', 1],
  ['h.md', 'Text.\n\nIt is told.\n', 3],
  ['i.ts', "const name = 'Somebody'\n", undefined],
  ['j.ts', '// A foreign key.\nexport const paperSize = 1\n', undefined],
  ['k.md', 'The code `papers_busy`.\n', undefined],
  ['web/features/overview/l.ts', 'export const takings = 1\n', undefined],
  ['node_modules/m.ts', 'export const wanted = 1\n', undefined],
  ['n.ts', '// Deletes his data.\n', 1],
  ['o.ts', 'export const wantedKeys = 1\n', 1],
  ['p.ts', '// Foreign data.\nexport const foreignKeys = 1\n', undefined],
]

let folder: string
let result: { code: number; output: string }

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-words-'))
  for (const [file, text] of cases) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  const script = path.join(import.meta.dirname, 'check-words.mjs')
  result = await new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { cwd: folder }, (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stderr }),
    )
  })
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('fails if it finds a banned word', () => {
  expect(result.code).toBe(1)
})

test.each(cases)('finds the banned words in %s: %j', (file, _text, line) => {
  const lines = result.output.split('\n').filter((one) => one.startsWith(`${file}:`))
  expect(lines.map((one) => Number(one.split(/[: ]/)[1]))).toEqual(line ? [line] : [])
})
