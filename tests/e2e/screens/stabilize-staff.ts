import type { Page } from '@playwright/test'

const TODAY = '2026-03-02'
const MORNING = 'T09:30:00.000Z'
const NOW = TODAY + MORNING
const ORDER_ID = '01a1c0de-7a3e-7c51-9b02-5d1f60c4a7e'
const RESERVED_UNTIL = '2026-03-05T09:30:00.000Z'

/** Replaces dates, times and IDs on staff screens by fixed values. Today is a Monday in March. */
export async function stabilizeStaff(page: Page): Promise<void> {
  await page.route(/\/api\/(my-)?overview(\?|$)/, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const overview = await response.json()
    const shiftMs = Date.parse(overview.to) - Date.parse(TODAY)
    const shiftDay = (text: string) =>
      new Date(Date.parse(text) - shiftMs).toISOString().slice(0, 10)
    const body = JSON.stringify(overview, (key, value) => {
      if (['day', 'from', 'to'].includes(key)) return shiftDay(value)
      if (['paidAt', 'placedAt'].includes(key)) return shiftDay(value) + MORNING
      return key === 'reservedUntil' && value ? RESERVED_UNTIL : value
    })
    await page.clock.setFixedTime(NOW)
    await route.fulfill({ response, body })
  })
  await page.route(/\/api\/palette\?/, async (route) => {
    const response = await route.fetch()
    const found = await response.json()
    const orders = found.orders.map((order: object, n: number) => ({ ...order, _id: ORDER_ID + n }))
    await route.fulfill({ response, json: { ...found, orders } })
  })
  await page.route(/\/api\/(imports|parts\/[^/]+\/(stock|edits))(\/|\?|$)/, async (route) => {
    const response = await route.fetch()
    if (!response.ok() || !response.headers()['content-type']?.includes('json'))
      return route.fulfill({ response })
    const body = JSON.stringify(await response.json(), (key, value) =>
      ['at', 'createdAt', 'appliedAt'].includes(key) && value ? NOW : value,
    )
    await route.fulfill({ response, body })
  })
}
