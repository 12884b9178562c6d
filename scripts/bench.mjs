import { findChromium } from './check/find-chromium.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled, ensureLighthouse } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runCommand } from './prepare/run-command.mjs'

const CHROMIUM_WITHIN_MS = 5 * 60_000

/** `npm run bench -- scale 1000x1000` measures a shop of that size; `-- report` writes what was measured down. */
const PROGRAMS = { scale: 'bench/scale/run.ts', report: 'bench/report/run.ts' }

requireNode()
endWithNpm()
try {
  const [what, ...more] = process.argv.slice(2)
  await ensureInstalled()
  const node = await findNode()
  const { code } = PROGRAMS[what] ? await runProgram(node, what, more) : await runAll(node)
  process.exitCode = code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function runProgram(node, what, more) {
  if (what === 'scale') await ensureBuilt()
  return runCommand(node, [PROGRAMS[what], ...more], { env: process.env })
}

async function runAll(node) {
  await ensureBuilt()
  await ensureLighthouse()
  const { chromium } = await findChromium(node, Date.now() + CHROMIUM_WITHIN_MS)
  const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) }
  return runCommand(node, ['bench/run.ts', ...process.argv.slice(2)], { env })
}
