import { createHmac } from 'node:crypto'

/** Returns the `Stripe-Signature` header. `time` is Unix time in seconds. */
export function signatureHeader(payload: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}
