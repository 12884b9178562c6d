import { ensureBuilt } from './prepare/build-pages.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runCommand } from './prepare/run-command.mjs'

requireNode()
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
    : ['scripts/serve.ts']
  // The shop ends when this channel breaks, so that it never outlives a killed start.
  const stdio = dev ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc']
  return (await runCommand(node, args, { stdio })).code
}
