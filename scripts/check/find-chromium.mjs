import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { root } from '../prepare/root.mjs'
import { canInstallDebianPackages, installDebianPackages } from './install-debian-packages.mjs'
import { runWithDeadline } from './run-with-deadline.mjs'

const USUAL_PATHS = [
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
 * Finds Chromium by CHROMIUM_PATH or at its usual paths. Otherwise installs Debian's package (as root)
 * or Playwright's. Returns the path of Chromium, or the problem.
 * @param {string} node
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<{ chromium?: string, problem?: string }>}
 */
export async function findChromium(node, deadline) {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !existsSync(configured)) {
    return { problem: `CHROMIUM_PATH ${configured} does not exist.` }
  }
  const present = await findInstalledChromium(node, configured)
  if (present) return { chromium: present }
  const errors = canInstallDebianPackages()
    ? await installDebianPackages(DEBIAN_PACKAGES, deadline)
    : ''
  const installed = await findInstalledChromium(node)
  if (installed) return { chromium: installed }
  const playwright = [`${root}/node_modules/playwright-core/cli.js`, 'install', 'chromium']
  const { output } = await runWithDeadline(node, playwright, { deadline })
  const chromium = await findInstalledChromium(node)
  const problem = 'Chromium was not found: install it, or set CHROMIUM_PATH to an existing one.'
  return chromium ? { chromium } : { problem: [errors, output, problem].join('\n') }
}

async function findInstalledChromium(node, configured) {
  return [configured, ...USUAL_PATHS, await readPlaywrightChromiumPath(node)].find(
    (file) => file && existsSync(file),
  )
}

async function readPlaywrightChromiumPath(node) {
  const script = "console.log(require('playwright-core').chromium.executablePath())"
  const run = promisify(execFile)(node, ['-e', script], { cwd: root })
  return (await run.catch(() => ({ stdout: '' }))).stdout.trim()
}

const SHELL = '/usr/bin/chromium-headless-shell'
const SHELL_PACKAGES = ['chromium-headless-shell', 'fonts-liberation']
const INSTALL_TIMEOUT_MS = 120_000

/**
 * Finds the browser for the tests: CHROMIUM_PATH, otherwise Debian's headless shell, which needs half the
 * CPU time, otherwise any Chromium. Returns the path of the browser, or the problem.
 * @param {string} node
 * @param {number} deadline timestamp in milliseconds, like Date.now()
 * @returns {Promise<{ chromium?: string, problem?: string }>}
 */
export async function findTestBrowser(node, deadline) {
  if (process.env.CHROMIUM_PATH) return findChromium(node, deadline)
  if (!existsSync(SHELL) && canInstallDebianPackages()) {
    await installDebianPackages(SHELL_PACKAGES, Math.min(deadline, Date.now() + INSTALL_TIMEOUT_MS))
  }
  return existsSync(SHELL) ? { chromium: SHELL } : findChromium(node, deadline)
}
