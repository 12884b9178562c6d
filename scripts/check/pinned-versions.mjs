import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { installedDifferences } from '../prepare/installed-versions.mjs'
import { lockGaps } from '../prepare/lock-gaps.mjs'
import { versionOf } from '../prepare/pinned-node.mjs'
import { root } from '../prepare/root.mjs'

/**
 * What is installed otherwise than package-lock.json says, the Node that runs it all included, and
 * what package-lock.json itself lacks.
 * @param {string} node
 * @returns {Promise<string[]>}
 */
export async function versionDifferences(node) {
  const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map(readJson))
  const wanted = [...new Set(Object.values(manifest.optionalDependencies))]
  const version = await versionOf(node)
  return [
    ...(await installedDifferences()),
    ...(wanted.includes(version) ? [] : [`Node is ${version}, not ${wanted.join(' or ')}`]),
    ...lockGaps(lock.packages).map(
      ({ name }) => `package-lock.json lacks ${name}: run node scripts/complete-lock.mjs`,
    ),
  ]
}

async function readJson(file) {
  return JSON.parse(await readFile(path.join(root, file), 'utf8'))
}
