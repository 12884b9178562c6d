import { existsSync } from 'node:fs'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.mjs'
import { findChromium } from './find-chromium.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-liberation']
const INSTALL_TIMEOUT_MS = 120_000

/**
 * Finds the browser for the tests: CHROMIUM_PATH, else Debian's headless shell, which needs half the CPU,
 * else any Chromium. Returns its path, or the problem.
 * @param {string} node
 * @param {number} deadline
 * @returns {Promise<{ chromium?: string, problem?: string }>}
 */
export async function findTestBrowser(node, deadline) {
  if (process.env.CHROMIUM_PATH) return findChromium(node, deadline)
  if (!existsSync(SHELL) && canInstallDebianPackages()) {
    await installDebianPackages(
      DEBIAN_PACKAGES,
      Math.min(deadline, Date.now() + INSTALL_TIMEOUT_MS),
    )
  }
  return existsSync(SHELL) ? { chromium: SHELL } : findChromium(node, deadline)
}
