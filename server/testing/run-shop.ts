import { main } from '../main.ts'

/** A shop in a process of its own, to be killed: the calls without the pages. */
const shop = await main(process.env, { pages: false })
process.once('SIGTERM', () => shop.close().then(() => process.exit(0)))
process.send?.('serving')
