import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { clusterTable } from './check/cluster-table.mjs'
import { findClusterPrograms } from './check/find-cluster-programs.mjs'
import { endAll, runBounded } from './check/run-bounded.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { root } from './prepare/root.mjs'
import { withOwnPrograms } from './prepare/run-command.mjs'

const PREPARED_WITHIN_MS = 10 * 60_000
const ALL_WITHIN_MS = 8 * 60_000
const REPORTS = path.join(root, '.cache/reports')
const REPORT = path.join(REPORTS, 'cluster.json')
/** The machines' disks, in a place that PostgreSQL may enter wherever the repository is. */
const DISKS = '/var/tmp/freehub-cluster-'

/** Nothing of it is seen from outside, and all of it is gone when the last process has ended. */
const APART = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']
const BEGIN = `
ip link set lo up || exit
mount -t tmpfs -o mode=755,size=4g tmpfs "$CLUSTER_DISK" || exit
"$@"`

requireNode()
endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)

try {
  await ensureInstalled()
  const problem = await findClusterPrograms(Date.now() + PREPARED_WITHIN_MS)
  if (problem) throw new Error(problem)
  await ensureBuilt()
  process.exitCode = await loseMachines(await findNode())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Loses one machine after the other of a cluster that is made for it. Answers the exit code. */
async function loseMachines(node) {
  await mkdir(REPORTS, { recursive: true })
  await rm(REPORT, { force: true })
  const disk = await mkdtemp(DISKS)
  const began = Date.now()
  const { code, late } = await runBounded(
    'setpriv',
    [
      '--pdeathsig=KILL',
      'unshare',
      ...APART,
      ...['sh', '-c', BEGIN, 'begin'],
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=vitest.cluster.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...process.argv.slice(2),
    ],
    {
      deadline: began + ALL_WITHIN_MS,
      live: true,
      env: { ...withOwnPrograms(), CLUSTER_DISK: disk },
    },
  )
  await rmdir(disk)
  console.log(`\n${await clusterTable(REPORT)}`)
  console.log(`\nIt took ${Math.round((Date.now() - began) / 1000)} s.`)
  if (code !== 0) console.log(`What each machine has said: ${path.join(REPORTS, 'cluster')}`)
  if (late) console.log('It took too long and was ended.')
  return code
}
