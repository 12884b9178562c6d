import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { endAllProcesses, runWithDeadline } from './check/run-with-deadline.mjs'
import { findNode } from './prepare/find-node.mjs'
import { root } from './prepare/root.mjs'
import { envWithLocalBin } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const TIMEOUT_MS = 60 * 60_000
const REPORT = path.join(root, '.cache/reports/fuzz.md')

/**
 * `--seeds=200 --seed=1 --requests=250`: the number of seeds, the first seed, and the requests for
 * each seed.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '250' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAllProcesses)

await runMain(async () => fuzz(await findNode(), Date.now() + TIMEOUT_MS))

/** Sends the requests of all seeds to one new shop and prints a table. Returns the exit code. */
async function fuzz(node, deadline) {
  await mkdir(path.dirname(REPORT), { recursive: true })
  await rm(REPORT, { force: true })
  const { code, output, timedOut } = await runWithDeadline(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', '--retry=0', 'tests/fuzz/'],
    {
      deadline,
      env: {
        ...envWithLocalBin(),
        FUZZ_SEEDS: values.seeds,
        FUZZ_SEED: values.seed,
        FUZZ_REQUESTS: values.requests,
        FUZZ_REPORT: REPORT,
      },
    },
  )
  const report = await readFile(REPORT, 'utf8').catch(() => undefined)
  console.log(report ?? output)
  if (timedOut) console.log('The tests were stopped at the time limit.')
  else if (report && code !== 0) console.log(formatReason(output))
  return code
}

/** Returns Vitest's error lines, without the list of violations, which is in the report. */
function formatReason(output) {
  const lines = output.split('\n').filter((line) => /AssertionError|Error:/.test(line))
  return lines
    .slice(0, 3)
    .map((line) => line.slice(0, 300))
    .join('\n')
}
