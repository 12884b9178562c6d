import { ensureBuilt } from '../prepare/build-pages.mjs'
import { findNode } from '../prepare/find-node.mjs'
import { envWithLocalBin, runCommand } from '../prepare/run-command.mjs'
import { runMain } from '../prepare/run-main.mjs'
import { findChromium } from './find-chromium.mjs'

const CHROMIUM_TIMEOUT_MS = 5 * 60_000

/**
 * Runs a script that opens the built pages in the Chromium of CHROMIUM_PATH. Passes on the arguments of the command.
 * @param {string} script
 */
export function runWithChromium(script) {
  return runMain(async () => {
    await ensureBuilt()
    const node = await findNode()
    const { chromium, problem } = await findChromium(node, Date.now() + CHROMIUM_TIMEOUT_MS)
    if (!chromium) throw new Error(problem)
    const env = { ...envWithLocalBin(), CHROMIUM_PATH: chromium }
    return (await runCommand(node, [script, ...process.argv.slice(2)], { env })).code
  })
}
