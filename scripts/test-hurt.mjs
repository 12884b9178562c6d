import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findFaketime } from './check/find-faketime.mjs'
import { hurtTable } from './check/hurt-table.mjs'
import { endAll, runBounded } from './check/run-bounded.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { root } from './prepare/root.mjs'
import { withOwnPrograms } from './prepare/run-command.mjs'

const ALL_WITHIN_MS = 60 * 60_000
const REPORT = path.join(root, '.cache/reports/hurt.json')

requireNode()
endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)

try {
  await ensureInstalled()
  await ensureBuilt()
  process.exitCode = await hurt(await findNode(), Date.now() + ALL_WITHIN_MS)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Everything that hurts the shop, in full counts, one after the other. Answers the exit code. */
async function hurt(node, deadline) {
  const { library, problem } = await findFaketime(deadline)
  if (problem) console.log(`${problem}\nThe clock is set off in the shop’s own process alone.`)
  await mkdir(path.dirname(REPORT), { recursive: true })
  await rm(REPORT, { force: true })
  const { code, late } = await runBounded(
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
      env: { ...withOwnPrograms(), HURT: 'full', ...(library && { FAKETIME_LIBRARY: library }) },
    },
  )
  console.log(`\n${await hurtTable(REPORT)}`)
  if (late) console.log('They took too long and were ended.')
  return code
}
