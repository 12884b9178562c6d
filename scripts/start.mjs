import path from 'node:path'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { root } from './prepare/root.mjs'
import { runCommand } from './prepare/run-command.mjs'
import { smallMemory } from './prepare/small-memory.mjs'

requireNode()
endWithNpm()

const dev = process.argv.includes('--dev')

try {
  await ensureInstalled()
  if (!dev) await ensureBuilt()
  process.exitCode = await serve(await findNode())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function serve(node) {
  const args = dev
    ? ['--watch', '--watch-preserve-output', 'scripts/serve.ts', '--dev']
    : [...smallMemory.options, 'scripts/serve.ts']
  // Compiled code is kept beside what it is compiled from, which halves the time to start.
  const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }
  const env = { ...compiled, ...smallMemory.env, ...process.env }
  // The shop ends when this channel breaks, so that it never outlives a killed start.
  const stdio = dev ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc']
  return (await runCommand(node, args, { stdio, env })).code
}
