import { findChromium } from './check/find-chromium.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { envWithLocalBin, runCommand } from './prepare/run-command.mjs'

const CHROMIUM_WITHIN_MS = 5 * 60_000

requireNode()
endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  const node = await findNode()
  const { chromium, problem } = await findChromium(node, Date.now() + CHROMIUM_WITHIN_MS)
  if (!chromium) throw new Error(problem)
  const env = { ...envWithLocalBin(), CHROMIUM_PATH: chromium }
  const args = ['tests/e2e/screens/take-screenshots.ts', ...process.argv.slice(2)]
  process.exitCode = (await runCommand(node, args, { env })).code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
