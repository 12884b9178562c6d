import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Lists differences between the installed packages and package-lock.json, one line each. npm writes its list
 * last, so an interrupted install also counts as a difference. Packages for other platforms may be missing.
 * @returns {Promise<string[]>}
 */
export async function listInstallDifferences() {
  const locked = await readPackages('package-lock.json')
  const installed = await readPackages('node_modules/.package-lock.json').catch(() => undefined)
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
  const { packages } = JSON.parse(await readFile(path.join(root, file), 'utf8'))
  const entries = Object.entries(packages).filter(([key]) => key.includes('node_modules/'))
  return Object.fromEntries(entries)
}

function isSame(a, b) {
  return a.version === b?.version && a.integrity === b?.integrity
}
