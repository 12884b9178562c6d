import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

/** Below the range from which the system takes ports for outgoing connections. */
const FROM = 12_000
const TO = 32_000

/** Each of Vitest's workers has its own share, so that none takes the port of a shop that another starts again. */
const SHARES = availableParallelism() + 2
const EACH = Math.floor((TO - FROM) / SHARES)
const FIRST = FROM + (Number(process.env.VITEST_POOL_ID ?? 0) % SHARES) * EACH

/** The sandbox of a shop listens on the ports next to it, unless it is told otherwise. */
const BESIDE = 7

let last = randomInt(EACH)

/** A port on which nobody listens, which the system gives to nobody else meanwhile, and this function to nobody again. */
export async function freePort(): Promise<number> {
  last = (last + BESIDE) % EACH
  const port = FIRST + last
  return (await canListen(port)) ? port : freePort()
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
