import type { Page } from '@playwright/test'

const ORDER_ID = '01a1c0de-7a3e-7c51-9b02-5d1f60c4a7e8'
const NOW = '2026-03-02T11:12:00.000Z'
const PLACED_MS = Date.parse('2026-03-02T09:30:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Step {
  at: string
}

interface Event {
  type: string
}

/** Replaces order IDs and times by fixed values: placed on a Monday morning, one step every 15 minutes. */
export async function stabilizeOrders(
  page: Page,
  transactions: Map<string, string>,
): Promise<void> {
  let id = ORDER_ID
  await page.route(/\/api\/orders\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const order = await response.json()
    id = order._id
    const json = {
      ...order,
      _id: ORDER_ID,
      placedAt: formatTimeAfterOrder(0),
      reservedUntil: order.reservedUntil && formatTimeAfterOrder(72 * HOUR_MS),
      extendableTo: order.extendableTo && formatTimeAfterOrder(108 * HOUR_MS),
      steps: order.steps.map(stabilizeStep),
    }
    const headers = { ...response.headers(), date: new Date(NOW).toUTCString() }
    await route.fulfill({ response, headers, body: serializeWithNames(json, transactions) })
  })
  await page.route(/\/api\/orders\/[^/]+\/payments$/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(ORDER_ID, id) })
    if (!response.ok()) return route.fulfill({ response })
    const { intents, events } = await response.json()
    const json = {
      intents: intents.map((intent: object, n: number) => ({
        ...intent,
        createdAt: formatStepTime(n + 1),
      })),
      events: events
        .toSorted((one: Event, other: Event) => (one.type < other.type ? -1 : 1))
        .map((event: Event, n: number) => ({ ...event, receivedAt: formatStepTime(n + 1) })),
    }
    await route.fulfill({ response, body: serializeWithNames(json, transactions) })
  })
}

const formatTimeAfterOrder = (afterMs: number) => new Date(PLACED_MS + afterMs).toISOString()
const formatStepTime = (n: number) => formatTimeAfterOrder(n * 15 * MINUTE_MS)
const stabilizeStep = (step: Step, n: number): Step => ({ ...step, at: formatStepTime(n) })

function serializeWithNames(json: unknown, transactions: Map<string, string>): string {
  let body = JSON.stringify(json)
  for (const [id, name] of transactions) body = body.replaceAll(id, name)
  return body
}
