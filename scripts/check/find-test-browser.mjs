import { existsSync } from 'node:fs'
import { installDebians, isDebianRoot } from './debian-packages.mjs'
import { findChromium } from './find-chromium.mjs'

const SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-liberation']
const INSTALL_WITHIN_MS = 120_000

/**
 * The browser that the tests drive: the one of CHROMIUM_PATH, else Debian's Chromium without windows,
 * which takes half the processor, else whichever Chromium can be had. Answers its path, or what stands
 * in the way.
 * @param {string} node
 * @param {number} deadline
 * @returns {Promise<{ chromium?: string, problem?: string }>}
 */
export async function findTestBrowser(node, deadline) {
  if (process.env.CHROMIUM_PATH) return findChromium(node, deadline)
  if (!existsSync(SHELL) && isDebianRoot()) {
    await installDebians(DEBIAN_PACKAGES, Math.min(deadline, Date.now() + INSTALL_WITHIN_MS))
  }
  return existsSync(SHELL) ? { chromium: SHELL } : findChromium(node, deadline)
}
