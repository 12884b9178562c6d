import { ensureBuilt } from './prepare/build-pages.mjs'
import { runScript } from './prepare/run-script.mjs'
import { makeDist } from './ship/make-dist.mjs'

await runScript(async () => {
  await ensureBuilt()
  console.log(`The production build is in ${await makeDist()}.`)
})
