import { ensureBuilt } from './prepare/build-pages.mjs'
import { runMain } from './prepare/run-main.mjs'
import { makeDist } from './ship/make-dist.mjs'

await runMain(async () => {
  await ensureBuilt()
  console.log(`The production build is in ${await makeDist()}.`)
})
