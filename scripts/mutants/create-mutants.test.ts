import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../prepare/root.mjs'
import { createMutants, isValid } from './create-mutants.mjs'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-mutants-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function mutate(code: string, name = 'code.ts'): Promise<string[]> {
  const file = path.join(folder, name)
  await writeFile(file, code)
  const mutants = createMutants(path.relative(root, file)).filter(isValid)
  return mutants.map((mutant) => mutant.code)
}

test.each([
  ['if (a === b) c()', 'if (true) c()', 'if (false) c()'],
  ['const d = a !== b ? c : e', 'const d = c', 'const d = e'],
])('does not negate the condition of %s, because other mutants do', async (code, ...others) => {
  const mutants = await mutate(code)
  expect(mutants).toEqual(expect.arrayContaining(others))
  expect(mutants.filter((one) => /a [!=]== b/.test(one) && one !== 'if (a === b) ;')).toEqual([])
})

test('creates valid mutants of a file with JSX', async () => {
  const code = 'const a = (b) => <p>{b > 1 ? c : d}</p>'
  expect(await mutate(code, 'code.tsx')).toContain('const a = (b) => <p>{d}</p>')
})

test('negates a comparison that is a branch', async () => {
  expect(await mutate('const d = c ? e : a !== b')).toContain('const d = c ? e : a === b')
})
