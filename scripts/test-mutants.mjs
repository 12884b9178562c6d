import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { findNode } from './prepare/find-node.mjs'
import { runMain } from './prepare/run-main.mjs'

const TIMEOUT_MS = 3 * 60 * 60_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

await runMain(async () => {
  const { code, timedOut } = await runWithDeadline(
    await findNode(),
    ['scripts/mutants/run.mjs', ...process.argv.slice(2)],
    { deadline: Date.now() + TIMEOUT_MS, live: true },
  )
  if (timedOut) console.log('The tests were stopped at the time limit.')
  return code
})
