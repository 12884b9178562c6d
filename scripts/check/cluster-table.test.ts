import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clusterTable } from './cluster-table.mjs'

test('the table says of each fault what was measured, and whether all held', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-cluster-'))
  const file = path.join(folder, 'report.json')
  const meta = { cluster: { 'seconds away': '6.0', acknowledged: 292 } }
  const one = { title: 'it is stopped', status: 'passed', meta }
  const other = { title: 'it is cut off', status: 'failed', meta: {} }
  const left = { title: 'left out', status: 'skipped' }
  await writeFile(file, JSON.stringify({ testResults: [{ assertionResults: [one, other, left] }] }))
  expect((await clusterTable(file)).split('\n')).toEqual([
    '| Fault | seconds away | acknowledged | All |',
    '| --- | --- | --- | --- |',
    '| it is stopped | 6.0 | 292 | held |',
    '| it is cut off | - | - | FAILED |',
  ])
  await rm(folder, { recursive: true })
})
