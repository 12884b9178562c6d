import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/** Start of the range, which is below the range for outgoing connections. */
const RANGE_START = 12_000
const RANGE_END = 32_000

/**
 * Number of shares. Each Vitest worker has its own share, so that no worker takes the port of a
 * shop that another worker restarts.
 */
const SHARES = availableParallelism() + 4
const SHARE_SIZE = Math.floor((RANGE_END - RANGE_START) / SHARES)
const SHARE_START = RANGE_START + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * SHARE_SIZE

/** Distance of two ports, because by default a shop's sandbox listens on the two ports after the shop's port. */
const PORT_STEP = 7

let lastOffset = randomInt(SHARE_SIZE)

/** Returns an unused port that the system never chooses. Returns it again only after all others of the share. */
export async function findFreePort(): Promise<number> {
  lastOffset = (lastOffset + PORT_STEP) % SHARE_SIZE
  const port = SHARE_START + lastOffset
  return (await canListen(port)) ? port : findFreePort()
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
