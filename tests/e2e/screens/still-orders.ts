import type { Page } from '@playwright/test'

const ORDER_ID = '01a1c0de-7a3e-7c51-9b02-5d1f60c4a7e8'
const NOW = '2026-03-02T11:12:00.000Z'
const PLACED = Date.parse('2026-03-02T09:30:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Step {
  at: string
}

interface Event {
  type: string
}

/**
 * An order's ids and moments are chance, and a picture says the same each time that it is taken:
 * this order was placed on a Monday morning, and each step came a quarter of an hour after the last.
 */
export async function stillOrders(page: Page, transactions: Map<string, string>): Promise<void> {
  let id = ORDER_ID
  await page.route(/\/api\/orders\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const order = await answer.json()
    id = order._id
    const json = {
      ...order,
      _id: ORDER_ID,
      placedAt: momentAfter(0),
      reservedUntil: order.reservedUntil && momentAfter(72 * HOUR_MS),
      extendableTo: order.extendableTo && momentAfter(108 * HOUR_MS),
      steps: order.steps.map(nth),
    }
    const headers = { ...answer.headers(), date: new Date(NOW).toUTCString() }
    await route.fulfill({ response: answer, headers, body: renamed(json, transactions) })
  })
  await page.route(/\/api\/orders\/[^/]+\/payments$/, async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace(ORDER_ID, id) })
    if (!answer.ok()) return route.fulfill({ response: answer })
    const { intents, events } = await answer.json()
    const json = {
      intents: intents.map((intent: object, n: number) => ({
        ...intent,
        createdAt: atStep(n + 1),
      })),
      events: events
        .toSorted((one: Event, other: Event) => (one.type < other.type ? -1 : 1))
        .map((event: Event, n: number) => ({ ...event, receivedAt: atStep(n + 1) })),
    }
    await route.fulfill({ response: answer, body: renamed(json, transactions) })
  })
}

const momentAfter = (afterMs: number) => new Date(PLACED + afterMs).toISOString()
const atStep = (n: number) => momentAfter(n * 15 * MINUTE_MS)
const nth = (step: Step, n: number): Step => ({ ...step, at: atStep(n) })

function renamed(json: unknown, transactions: Map<string, string>): string {
  let body = JSON.stringify(json)
  for (const [id, name] of transactions) body = body.replaceAll(id, name)
  return body
}
