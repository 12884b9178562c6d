import { createHmac, randomInt } from 'node:crypto'
import type { CardStore, Change, Delivery, StoredEvent } from './card-store.ts'
import { presentEvent } from './events.ts'
import type { Faults } from './faults.ts'
import { nowInSeconds } from './stripe-values.ts'

export type Webhooks = {
  /** Schedules the deliveries in these changes. */
  schedule(changes: Change[]): void
  /** Sends all pending deliveries immediately. */
  release(): void
  /** True if the delivery waits for `release()`. */
  isHeld(id: string): boolean
  close(): void
}

type Settings = { url: string | null; secret: string }

const FIRST_RETRY_MS = 500
const MAX_RETRY_DELAY_MS = 60_000
const TIMEOUT_MS = 10_000
const MAX_CONCURRENT = 32

/**
 * Posts each event to the endpoint until it returns 2xx, with a growing delay. Pending deliveries are in
 * the store, so they survive a restart.
 */
export function startWebhooks(store: CardStore, faults: Faults, settings: Settings): Webhooks {
  const timers = new Map<string, NodeJS.Timeout | null>()
  const sending = new Set<string>()
  const stopped = new AbortController()

  for (const delivery of store.deliveries.values()) scheduleAttempt(delivery, chooseFirstDelay())

  return {
    schedule(changes) {
      for (const [table, row] of changes)
        if (table === 'deliveries') scheduleAttempt(row, chooseFirstDelay())
    },
    release() {
      for (const delivery of store.deliveries.values())
        if (timers.has(delivery.id)) scheduleAttempt(delivery, 0)
    },
    isHeld: (id) => timers.get(id) === null,
    close() {
      stopped.abort()
      for (const timer of timers.values()) clearTimeout(timer ?? undefined)
    },
  }

  function chooseFirstDelay() {
    return faults.webhookDelayMs ?? randomInt(50, 301)
  }

  function scheduleAttempt(delivery: Delivery, delay: number) {
    if (delivery.deliveredAt || !settings.url || stopped.signal.aborted) return
    clearTimeout(timers.get(delivery.id) ?? undefined)
    timers.set(delivery.id, setTimeout(attemptDelivery, delay, delivery, settings.url))
  }

  /** Posts an event once. Waits if deliveries are held, or if too many are in progress. */
  async function attemptDelivery(delivery: Delivery, url: string) {
    const event = store.events.get(delivery.id)
    if (!event) return
    if (faults.holdWebhooks || sending.size >= MAX_CONCURRENT) {
      // Held deliveries wait for release(), others for a free slot.
      timers.set(
        delivery.id,
        faults.holdWebhooks ? null : setTimeout(attemptDelivery, 20, delivery, url),
      )
      return
    }
    timers.delete(delivery.id)
    sending.add(delivery.id)
    const duplicate = faults.doubleWebhooks ? post(event, url) : null
    const result = await post(event, url)
    await duplicate
    sending.delete(delivery.id)
    if (!stopped.signal.aborted) recordAttempt(delivery, result)
  }

  async function post(event: StoredEvent, url: string): Promise<string> {
    const payload = JSON.stringify(presentEvent(store, event), null, 2)
    try {
      const result = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, settings.secret, nowInSeconds()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      })
      await result.body?.cancel()
      return String(result.status)
    } catch (error) {
      return error instanceof Error ? error.name : 'failed'
    }
  }

  /** Stores the result of an attempt. After a failure, schedules the next attempt with a longer delay. */
  function recordAttempt(delivery: Delivery, result: string) {
    const attempts = delivery.attempts + 1
    const isDelivered = /^2\d\d$/.test(result)
    const deliveredAt = isDelivered ? Date.now() : null
    const after: Delivery = { id: delivery.id, attempts, lastResult: result, deliveredAt }
    store.commit([['deliveries', after]])
    scheduleAttempt(after, Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)))
  }
}

/** Returns the `Stripe-Signature` header. `time` is Unix time in seconds. */
function signatureHeader(payload: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  return `t=${time},v1=${signature}`
}
