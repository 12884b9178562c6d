import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runCommand } from './prepare/run-command.mjs'

requireNode()
endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  const node = await findNode()
  process.exitCode = (await runCommand(node, ['bench/run.ts', ...process.argv.slice(2)])).code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
