import type { Page } from '@playwright/test'

const TODAY = '2026-03-02'
const MORNING = 'T09:30:00.000Z'
const MOMENT = TODAY + MORNING
const ORDER_ID = '01a1c0de-7a3e-7c51-9b02-5d1f60c4a7e'
const RESERVED_UNTIL = '2026-03-05T09:30:00.000Z'

/**
 * Days and moments of what the staff see are chance: in pictures today is a Monday of March, and what has
 * no day of its own was that morning.
 */
export async function stillStaff(page: Page): Promise<void> {
  await page.route(/\/api\/(my-)?overview(\?|$)/, async (route) => {
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const told = await answer.json()
    const late = Date.parse(told.to) - Date.parse(TODAY)
    const stilled = (text: string) => new Date(Date.parse(text) - late).toISOString().slice(0, 10)
    const body = JSON.stringify(told, (key, value) => {
      if (['day', 'from', 'to'].includes(key)) return stilled(value)
      if (['paidAt', 'placedAt'].includes(key)) return stilled(value) + MORNING
      return key === 'reservedUntil' && value ? RESERVED_UNTIL : value
    })
    await page.clock.setFixedTime(MOMENT)
    await route.fulfill({ response: answer, body })
  })
  await page.route(/\/api\/palette\?/, async (route) => {
    const answer = await route.fetch()
    const found = await answer.json()
    const orders = found.orders.map((order: object, n: number) => ({ ...order, _id: ORDER_ID + n }))
    await route.fulfill({ response: answer, json: { ...found, orders } })
  })
  await page.route(/\/api\/(imports|parts\/[^/]+\/(stock|edits))(\/|\?|$)/, async (route) => {
    const answer = await route.fetch()
    if (!answer.ok() || !answer.headers()['content-type']?.includes('json'))
      return route.fulfill({ response: answer })
    const body = JSON.stringify(await answer.json(), (key, value) =>
      ['at', 'createdAt', 'appliedAt'].includes(key) && value ? MOMENT : value,
    )
    await route.fulfill({ response: answer, body })
  })
}
