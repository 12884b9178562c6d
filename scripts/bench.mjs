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
  all: ['bench/run.ts'],
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
  const [name = 'all', ...args] = process.argv.slice(2)
  const node = await findNode()
  if (!PROGRAMS[name])
    throw new Error(`Unknown measurement ${name}: use ${Object.keys(PROGRAMS).join(', ')}.`)
  if (name !== 'report') await ensureBuilt()
  if (['all', 'pages'].includes(name)) await ensureLighthouse()
  const needsChromium = ['all', 'keystrokes', 'pages'].includes(name)
  const env = needsChromium ? await addChromium(node) : process.env
  const { code } = await runCommand(node, [...PROGRAMS[name], ...args], { env })
  return code
})

async function addChromium(node) {
  const { chromium } = await findChromium(node, Date.now() + CHROMIUM_TIMEOUT_MS)
  return { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) }
}
