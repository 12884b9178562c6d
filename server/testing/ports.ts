import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which the system takes ports for outgoing connections. */
const FROM = 12_000
const TO = 32_000

/** A port on which nobody listens, and which the system gives to nobody else meanwhile. */
export async function freePort(): Promise<number> {
  const port = randomInt(FROM, TO)
  return (await canListen(port)) ? port : freePort()
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
