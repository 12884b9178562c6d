import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/** Start of the range, which is below the range for outgoing connections. */
const RANGE_START = 12_000
const RANGE_END = 32_000

/**
 * Maximum number of Vitest workers. Each worker has its own ports, so that it does not take the port of a
 * shop that another worker restarts.
 */
const MAX_WORKERS = availableParallelism() + 4
const PORTS_PER_WORKER = Math.floor((RANGE_END - RANGE_START) / MAX_WORKERS)
const FIRST_PORT =
  RANGE_START + (Number(process.env.VITEST_POOL_ID ?? 0) % MAX_WORKERS) * PORTS_PER_WORKER

/** Distance of two ports, because by default a shop's sandbox listens on the two ports after the shop's port. */
const PORT_STEP = 7

let lastOffset = randomInt(PORTS_PER_WORKER)

/** Returns a free port below the system's range for outgoing connections. Uses this worker's ports in rotation. */
export async function findFreePort(): Promise<number> {
  lastOffset = (lastOffset + PORT_STEP) % PORTS_PER_WORKER
  const port = FIRST_PORT + lastOffset
  return (await canListen(port)) ? port : findFreePort()
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
