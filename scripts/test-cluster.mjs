import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { ensureClusterPrograms } from './check/ensure-programs.mjs'
import { formatClusterTable } from './check/format-fault-test-tables.mjs'
import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/find-node.mjs'
import { root } from './prepare/root.mjs'
import { envWithLocalBin } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const SETUP_TIMEOUT_MS = 10 * 60_000
const TIMEOUT_MS = 8 * 60_000
const REPORTS = path.join(root, '.cache/reports')
const REPORT = path.join(REPORTS, 'cluster.json')
/**
 * Prefix of the folder with the machines' disks. PostgreSQL's user can enter this folder, but maybe not
 * the repository.
 */
const DISKS = '/var/tmp/freehub-cluster-'

/**
 * Options for namespaces, which isolate the cluster. The kernel removes them when the last process
 * exits.
 */
const NAMESPACES = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']
const SETUP = `
ip link set lo up || exit
mount -t tmpfs -o mode=755,size=4g tmpfs "$CLUSTER_DISK" || exit
"$@"`

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

await runMain(async () => {
  const problem = await ensureClusterPrograms(Date.now() + SETUP_TIMEOUT_MS)
  if (problem) throw new Error(problem)
  await ensureBuilt()
  return testCluster(await findNode())
})

/** Runs the cluster tests, in which one machine after another fails. Returns the exit code. */
async function testCluster(node) {
  await mkdir(REPORTS, { recursive: true })
  await rm(REPORT, { force: true })
  const disk = await mkdtemp(DISKS)
  const startedAt = Date.now()
  const { code, timedOut } = await runWithDeadline(
    'setpriv',
    [
      '--pdeathsig=KILL',
      'unshare',
      ...NAMESPACES,
      'sh',
      '-c',
      SETUP,
      'begin',
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=tests/resilience/cluster/vitest.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...process.argv.slice(2),
    ],
    {
      deadline: startedAt + TIMEOUT_MS,
      live: true,
      env: { ...envWithLocalBin(), CLUSTER_DISK: disk },
    },
  )
  await rmdir(disk)
  console.log(`\n${await formatClusterTable(REPORT)}`)
  console.log(`\nDuration: ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  if (code !== 0) console.log(`Logs of each machine: ${path.join(REPORTS, 'cluster')}`)
  if (timedOut) console.log('The tests were stopped at the time limit.')
  return code
}
