import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readNodeVersion } from '../prepare/find-node.mjs'
import { listInstallDifferences } from '../prepare/installed-versions.mjs'
import { findMissingLockEntries } from '../prepare/missing-lock-entries.mjs'
import { root } from '../prepare/root.mjs'

/**
 * Lists differences between the installed packages (and Node) and package-lock.json, and entries that
 * package-lock.json lacks.
 * @param {string} node
 * @returns {Promise<string[]>}
 */
export async function listVersionDifferences(node) {
  const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map(readJson))
  const pinned = [...new Set(Object.values(manifest.optionalDependencies))]
  const version = await readNodeVersion(node)
  return [
    ...(await listInstallDifferences()),
    ...(pinned.includes(version) ? [] : [`Node is ${version}, not ${pinned.join(' or ')}`]),
    ...findMissingLockEntries(lock.packages).map(
      ({ name }) => `package-lock.json lacks ${name}: run node scripts/complete-lock.mjs`,
    ),
  ]
}

async function readJson(file) {
  return JSON.parse(await readFile(path.join(root, file), 'utf8'))
}
