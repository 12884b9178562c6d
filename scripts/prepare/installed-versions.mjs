import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * How what is installed differs from package-lock.json, a line for each package. npm notes what it
 * has installed when it is done, so a cut-off install shows too. A package for another platform
 * may be missing.
 * @returns {Promise<string[]>}
 */
export async function installedDifferences() {
  const wanted = await packagesIn('package-lock.json')
  const installed = await packagesIn('node_modules/.package-lock.json').catch(() => undefined)
  if (!installed) return ['nothing is installed']
  const missing = Object.entries(wanted)
    .filter(([where, { optional }]) => !installed[where] && !optional)
    .map(([where, { version }]) => `${where}: ${version} is missing`)
  const other = Object.entries(installed)
    .filter(([where, there]) => !isSame(there, wanted[where]))
    .map(([where, { version }]) => `${where}: ${version}, not ${wanted[where]?.version ?? 'any'}`)
  return [...missing, ...other]
}

async function packagesIn(file) {
  const { packages } = JSON.parse(await readFile(path.join(root, file), 'utf8'))
  const entries = Object.entries(packages).filter(([where]) => where.includes('node_modules/'))
  return Object.fromEntries(entries)
}

function isSame(one, other) {
  return one.version === other?.version && one.integrity === other?.integrity
}
