import { findNode } from './prepare/pinned-node.mjs'
import { runCommand } from './prepare/run-command.mjs'
import { runScript } from './prepare/run-script.mjs'

await runScript(async () => {
  const args = ['scripts/run-shop-command.ts', ...process.argv.slice(2)]
  return (await runCommand(await findNode(), args)).code
})
