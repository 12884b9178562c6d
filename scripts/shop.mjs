import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { findNode } from './prepare/pinned-node.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { runCommand } from './prepare/run-command.mjs'

requireNode()
endWithNpm()
try {
  await ensureInstalled()
  const args = ['scripts/run-shop-command.ts', ...process.argv.slice(2)]
  process.exitCode = (await runCommand(await findNode(), args)).code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
