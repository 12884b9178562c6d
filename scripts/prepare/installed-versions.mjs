import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Lists differences between a folder's installed packages and its package-lock.json, one line each. npm writes its list
 * last, so an interrupted install also counts as a difference. Packages for other platforms may be missing.
 * @param {string} [folder]
 * @returns {Promise<string[]>}
 */
export async function listInstallDifferences(folder = root) {
  const locked = await readPackages(path.join(folder, 'package-lock.json'))
  const installedFile = path.join(folder, 'node_modules/.package-lock.json')
  const installed = await readPackages(installedFile).catch(() => undefined)
  if (!installed) return ['nothing is installed']
  const missing = Object.entries(locked)
    .filter(([path, { optional }]) => !installed[path] && !optional)
    .map(([path, { version }]) => `${path}: ${version} is missing`)
  const different = Object.entries(installed)
    .filter(([path, entry]) => !isSame(entry, locked[path]))
    .map(([path, { version }]) => `${path}: ${version}, not ${locked[path]?.version ?? 'any'}`)
  return [...missing, ...different]
}

async function readPackages(file) {
  const { packages } = JSON.parse(await readFile(file, 'utf8'))
  const entries = Object.entries(packages).filter(([key]) => key.includes('node_modules/'))
  return Object.fromEntries(entries)
}

function isSame(a, b) {
  return a.version === b?.version && a.integrity === b?.integrity
}
