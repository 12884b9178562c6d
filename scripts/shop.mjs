import { findNode } from './prepare/find-node.mjs'
import { runCommand } from './prepare/run-command.mjs'
import { runMain } from './prepare/run-main.mjs'

await runMain(async () => {
  const args = ['scripts/run-shop-command.ts', ...process.argv.slice(2)]
  return (await runCommand(await findNode(), args)).code
})
