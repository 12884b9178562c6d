import path from 'node:path'
import { ensureBuilt } from './prepare/build-pages.mjs'
import { findNode } from './prepare/find-node.mjs'
import { memorySettings } from './prepare/memory-settings.mjs'
import { root } from './prepare/root.mjs'
import { runCommand } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

const isDev = process.argv.includes('--dev')

await runMain(async () => {
  if (!isDev) await ensureBuilt()
  return runShop(await findNode())
})

async function runShop(node) {
  const args = isDev
    ? ['--watch', '--watch-preserve-output', 'scripts/serve.ts', '--dev']
    : [...memorySettings.options, 'scripts/serve.ts']
  // The cache of compiled code halves the start time.
  const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node') }
  const env = { ...compileCache, ...memorySettings.env, ...process.env }
  // The shop exits when the IPC channel closes, so it never outlives a killed start script.
  const stdio = isDev ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc']
  return (await runCommand(node, args, { stdio, env })).code
}
