import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formatClusterTable } from './cluster-table.mjs'

test('lists each fault with its measurements and result', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-cluster-'))
  const file = path.join(folder, 'report.json')
  const meta = { cluster: { 'seconds down': '6.0', acknowledged: 292 } }
  const assertionResults = [
    { title: 'stopped', status: 'passed', meta },
    { title: 'cut off', status: 'failed', meta: {} },
    { title: 'left out', status: 'skipped' },
  ]
  await writeFile(file, JSON.stringify({ testResults: [{ assertionResults }] }))
  expect((await formatClusterTable(file)).split('\n')).toEqual([
    '| Fault | seconds down | acknowledged | Result |',
    '| --- | --- | --- | --- |',
    '| stopped | 6.0 | 292 | passed |',
    '| cut off | - | - | FAILED |',
  ])
  await rm(folder, { recursive: true })
})
