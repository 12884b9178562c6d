import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findFaketime } from './check/ensure-programs.mjs'
import { formatResilienceTable } from './check/format-fault-test-tables.mjs'
import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/find-node.mjs'
import { root } from './prepare/root.mjs'
import { envWithLocalBin } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const TIMEOUT_MS = 60 * 60_000
const REPORT = path.join(root, '.cache/reports/resilience.json')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

await runMain(async () => {
  await ensureBuilt()
  return testResilience(await findNode(), Date.now() + TIMEOUT_MS)
})

/** Runs all resilience tests in full, or only the named files, one file after the other. Returns the exit code. */
async function testResilience(node, deadline) {
  const { library, problem } = await findFaketime(deadline)
  if (problem) console.log(`${problem}\nOnly the shop’s own process runs with a shifted clock.`)
  await mkdir(path.dirname(REPORT), { recursive: true })
  await rm(REPORT, { force: true })
  const { code, timedOut } = await runWithDeadline(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--no-file-parallelism',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
      ...(process.argv.length > 2
        ? process.argv.slice(2)
        : [
            'tests/resilience/',
            'server/workers/',
            'dev/embedded-database/embedded',
            'scripts/start',
            'bench/scale/memory',
          ]),
    ],
    {
      deadline,
      live: true,
      env: {
        ...envWithLocalBin(),
        RESILIENCE: 'full',
        ...(library && { FAKETIME_LIBRARY: library }),
      },
    },
  )
  console.log(`\n${await formatResilienceTable(REPORT)}`)
  if (timedOut) console.log('The tests were stopped at the time limit.')
  return code
}
