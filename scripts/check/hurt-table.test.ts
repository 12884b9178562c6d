import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hurtTable } from './hurt-table.mjs'

test('the table says what was done, how often, how long, and whether the books were good', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-hurt-'))
  const file = path.join(folder, 'report.json')
  const one = {
    title: 'ten win',
    status: 'passed',
    duration: 1234,
    meta: { hurt: { count: 500, books: 'good' } },
  }
  const again = { ...one, title: 'eleven lose', failureMessages: ['expected 201 to be 503'] }
  const other = { title: 'one loses', status: 'failed', duration: 50, meta: {} }
  const left = { title: 'left out', status: 'skipped' }
  const assertionResults = [one, again, other, left]
  await writeFile(file, JSON.stringify({ testResults: [{ assertionResults }] }))
  expect((await hurtTable(file)).split('\n')).toEqual([
    '| Scenario | Count | Seconds | Books |',
    '| --- | --- | --- | --- |',
    '| ten win | 500 | 1.2 | good |',
    '| eleven lose | 500 | 1.2 | good, when tried again |',
    '| one loses | - | 0.1 | FAILED |',
  ])
  await rm(folder, { recursive: true })
})
