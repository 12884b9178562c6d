import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formatClusterTable, formatResilienceTable } from './format-fault-test-tables.mjs'

test('lists each scenario with its count, duration and ledger result', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'freehub-resilience-'))
  const file = path.join(folder, 'report.json')
  const passed = {
    title: 'ten orders compete',
    status: 'passed',
    duration: 1234,
    meta: { resilience: { count: 500, ledger: 'consistent' } },
  }
  const failed = { title: 'a refund', status: 'failed', duration: 50, meta: {} }
  const skipped = { title: 'left out', status: 'skipped' }
  const assertionResults = [passed, failed, skipped]
  await writeFile(file, JSON.stringify({ testResults: [{ assertionResults }] }))
  expect((await formatResilienceTable(file)).split('\n')).toEqual([
    '| Scenario | Count | Seconds | Ledger |',
    '| --- | --- | --- | --- |',
    '| ten orders compete | 500 | 1.2 | consistent |',
    '| a refund | - | 0.1 | FAILED |',
  ])
  await rm(folder, { recursive: true })
})

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
