import { randomInt } from 'node:crypto'
import { presentEvent } from './events.ts'
import type { Faults } from './faults.ts'
import { seconds } from './ids.ts'
import type { Change, Delivery, Ledger, StoredEvent } from './ledger.ts'
import { signatureHeader } from './signature.ts'

export type Webhooks = {
  /** Takes up the deliveries among these changes. */
  schedule(changes: Change[]): void
  /** Sends at once whatever is still owed. */
  release(): void
  close(): void
}

type Settings = { url: string | null; secret: string }

const FIRST_RETRY_MS = 500
const LONGEST_WAIT_MS = 60_000
const PATIENCE_MS = 10_000
const MOST_AT_ONCE = 32

/**
 * Posts each event to the one endpoint until it answers 2xx, waiting longer after each failure.
 * What is owed is in the ledger, so a restart goes on where a kill ended it.
 */
export function startWebhooks(ledger: Ledger, faults: Faults, settings: Settings): Webhooks {
  const waiting = new Map<string, NodeJS.Timeout | null>()
  const sending = new Set<string>()
  const stopped = new AbortController()

  for (const owed of ledger.deliveries.values()) plan(owed, firstDelay())

  return {
    schedule(changes) {
      for (const [table, row] of changes) if (table === 'deliveries') plan(row, firstDelay())
    },
    release() {
      for (const owed of ledger.deliveries.values()) if (waiting.has(owed.id)) plan(owed, 0)
    },
    close() {
      stopped.abort()
      for (const timer of waiting.values()) clearTimeout(timer ?? undefined)
    },
  }

  function firstDelay() {
    return faults.webhookDelayMs ?? randomInt(50, 301)
  }

  function plan(owed: Delivery, delay: number) {
    if (owed.deliveredAt || !settings.url || stopped.signal.aborted) return
    clearTimeout(waiting.get(owed.id) ?? undefined)
    waiting.set(owed.id, setTimeout(attempt, delay, owed, settings.url))
  }

  async function attempt(owed: Delivery, url: string) {
    const event = ledger.events.get(owed.id)
    if (!event) return
    if (faults.holdWebhooks || sending.size >= MOST_AT_ONCE) {
      // Held ones wait for release(), crowded out ones for a free place.
      waiting.set(owed.id, faults.holdWebhooks ? null : setTimeout(attempt, 20, owed, url))
      return
    }
    waiting.delete(owed.id)
    sending.add(owed.id)
    const again = faults.doubleWebhooks ? post(event, url) : null
    const answer = await post(event, url)
    await again
    sending.delete(owed.id)
    if (!stopped.signal.aborted) record(owed, answer)
  }

  async function post(event: StoredEvent, url: string): Promise<string> {
    const payload = JSON.stringify(presentEvent(ledger, event), null, 2)
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(PATIENCE_MS)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, settings.secret, seconds()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
      })
      await answer.body?.cancel()
      return String(answer.status)
    } catch (error) {
      return error instanceof Error ? error.name : 'failed'
    }
  }

  function record(owed: Delivery, answer: string) {
    const attempts = owed.attempts + 1
    const delivered = /^2\d\d$/.test(answer)
    const deliveredAt = delivered ? Date.now() : null
    const after: Delivery = { id: owed.id, attempts, lastAnswer: answer, deliveredAt }
    ledger.commit([['deliveries', after]])
    plan(after, Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)))
  }
}
