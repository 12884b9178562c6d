import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'

const TIMEOUT_MS = 3 * 60 * 60_000

requireNode()
endWithNpm()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

try {
  await ensureInstalled()
  const { code, timedOut } = await runWithDeadline(
    await findNode(),
    ['scripts/mutants/run.mjs', ...process.argv.slice(2)],
    { deadline: Date.now() + TIMEOUT_MS, live: true },
  )
  if (timedOut) console.log('The tests were stopped at the time limit.')
  process.exitCode = code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
