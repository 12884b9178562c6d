import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { installedDifferences } from '../prepare/installed-versions.mjs'
import { versionOf } from '../prepare/pinned-node.mjs'
import { root } from '../prepare/root.mjs'

/**
 * What is installed otherwise than package-lock.json says, the Node that runs it all included.
 * @param {string} node
 * @returns {Promise<string[]>}
 */
export async function versionDifferences(node) {
  const { optionalDependencies } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const wanted = new Set(Object.values(optionalDependencies))
  const version = await versionOf(node)
  const differences = await installedDifferences()
  if (wanted.has(version)) return differences
  return [...differences, `Node is ${version}, not ${[...wanted].join(' or ')}`]
}
