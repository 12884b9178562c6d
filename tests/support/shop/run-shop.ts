import '../shifted-clock.ts'

import { main } from '../../../server/main.ts'

const { ROUNDS_EVERY_MS, PAGES } = process.env

/** A shop in a process of its own, to be killed: the calls, and the built pages if they are wanted. */
const shop = await main(process.env, {
  pages: PAGES === 'on',
  ...(ROUNDS_EVERY_MS && { roundsEveryMs: Number(ROUNDS_EVERY_MS) }),
})
process.once('SIGTERM', () => shop.close().then(() => process.exit(0)))
process.send?.('serving')
