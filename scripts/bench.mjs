import { findChromium } from './check/find-chromium.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled, ensureLighthouse } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runCommand } from './prepare/run-command.mjs'

const CHROMIUM_WITHIN_MS = 5 * 60_000

requireNode()
endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  await ensureLighthouse()
  const node = await findNode()
  const { chromium } = await findChromium(node, Date.now() + CHROMIUM_WITHIN_MS)
  const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) }
  const { code } = await runCommand(node, ['bench/run.ts', ...process.argv.slice(2)], { env })
  process.exitCode = code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
