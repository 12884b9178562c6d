import { findChromium } from './check/find-chromium.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { envWithLocalBin, runCommand } from './prepare/run-command.mjs'
import { runScript } from './prepare/run-script.mjs'

const CHROMIUM_TIMEOUT_MS = 5 * 60_000

await runScript(async () => {
  await ensureBuilt()
  const node = await findNode()
  const { chromium, problem } = await findChromium(node, Date.now() + CHROMIUM_TIMEOUT_MS)
  if (!chromium) throw new Error(problem)
  const env = { ...envWithLocalBin(), CHROMIUM_PATH: chromium }
  const args = ['tests/e2e/screens/take-screenshots.ts', ...process.argv.slice(2)]
  return (await runCommand(node, args, { env })).code
})
