import { findChromium } from './check/find-chromium.mjs'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { ensureLighthouse } from './prepare/ensure-installed.mjs'
import { findNode } from './prepare/find-node.mjs'
import { runCommand } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const CHROMIUM_TIMEOUT_MS = 5 * 60_000

/**
 * `npm run bench -- scale 1000x1000` measures a shop with that many parts and orders; `-- report` writes the results
 * into docs/; `-- commit 3cebed7a` compares with another commit; `-- pages` measures six pages with Lighthouse;
 * `-- order-pad 1000000`, `-- fit-checks 1000000`, `-- carts 100000` and `-- keystrokes 100000` run only that
 * measurement, with that many parts.
 */
const PROGRAMS = {
  scale: ['bench/scale/run.ts'],
  report: ['bench/report/update-performance-page.ts'],
  pages: ['bench/run-pages.ts'],
  commit: ['bench/compare/compare-with-commit.ts'],
  carts: ['bench/scale/run-one-measurement.ts', 'carts'],
  keystrokes: ['bench/scale/run-one-measurement.ts', 'keystrokes'],
  'order-pad': ['bench/scale/run-one-measurement.ts', 'order-pad'],
  'fit-checks': ['bench/scale/run-one-measurement.ts', 'fit-checks'],
}

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const node = await findNode()
  if (name && !PROGRAMS[name])
    throw new Error(`Unknown measurement ${name}: use ${Object.keys(PROGRAMS).join(', ')}.`)
  const { code } = name ? await runProgram(node, name, args) : await runAll(node)
  return code
})

async function runProgram(node, name, args) {
  if (name !== 'report') await ensureBuilt()
  if (name === 'pages') await ensureLighthouse()
  const env = ['keystrokes', 'pages'].includes(name) ? await addChromium(node) : process.env
  return runCommand(node, [...PROGRAMS[name], ...args], { env })
}

async function runAll(node) {
  await ensureBuilt()
  await ensureLighthouse()
  const env = await addChromium(node)
  return runCommand(node, ['bench/run.ts'], { env })
}

async function addChromium(node) {
  const { chromium } = await findChromium(node, Date.now() + CHROMIUM_TIMEOUT_MS)
  return { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) }
}
