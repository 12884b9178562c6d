import { ensureBuilt } from './prepare/build-pages.mjs'
import { endWithNpm } from './prepare/end-with-npm.mjs'
import { ensureInstalled } from './prepare/install.mjs'
import { requireNode } from './prepare/require-node.mjs'
import { makeDist } from './ship/make-dist.mjs'

requireNode()
endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  console.log(`The production build is in ${await makeDist()}.`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
