import '../shifted-clock.ts'

import { flushCompileCache } from 'node:module'

import { main } from '../../../server/main.ts'

const { JOBS_EVERY_MS, PAGES } = process.env

/** A shop in its own process, which tests can kill. Serves the built pages with PAGES=on. */
const shop = await main(process.env, {
  pages: PAGES === 'on',
  ...(JOBS_EVERY_MS && { jobsEveryMs: Number(JOBS_EVERY_MS) }),
})
process.once('SIGTERM', () => shop.close().then(() => process.exit(0)))
// A killed process does not write the cache on exit.
flushCompileCache()
process.send?.('serving')
