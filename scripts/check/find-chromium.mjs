import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { root } from '../prepare/root.mjs'
import { installDebians, isDebianRoot } from './debian-packages.mjs'
import { runBounded } from './run-bounded.mjs'

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const DEBIAN_PACKAGES = ['chromium', 'fonts-liberation']

/**
 * A Chromium for the tests: the one of CHROMIUM_PATH, one that is there, else Debian's package
 * where root may install it, else Playwright's own. Answers its path, or what stands in the way.
 * @param {string} node
 * @param {number} deadline
 * @returns {Promise<{ chromium?: string, problem?: string }>}
 */
export async function findChromium(node, deadline) {
  const wished = process.env.CHROMIUM_PATH
  if (wished && !existsSync(wished)) return { problem: `CHROMIUM_PATH ${wished} does not exist.` }
  const present = await presentChromium(node, wished)
  if (present) return { chromium: present }
  const said = isDebianRoot() ? await installDebians(DEBIAN_PACKAGES, deadline) : ''
  const installed = await presentChromium(node)
  if (installed) return { chromium: installed }
  const playwright = [`${root}/node_modules/playwright-core/cli.js`, 'install', 'chromium']
  const { output } = await runBounded(node, playwright, { deadline })
  const chromium = await presentChromium(node)
  const problem = 'No Chromium can be had: install one, or set CHROMIUM_PATH to one that is there.'
  return chromium ? { chromium } : { problem: [said, output, problem].join('\n') }
}

async function presentChromium(node, wished) {
  return [wished, ...USUAL_PLACES, await playwrightsPath(node)].find(
    (place) => place && existsSync(place),
  )
}

async function playwrightsPath(node) {
  const script = "console.log(require('playwright-core').chromium.executablePath())"
  const run = promisify(execFile)(node, ['-e', script], { cwd: root })
  return (await run.catch(() => ({ stdout: '' }))).stdout.trim()
}
