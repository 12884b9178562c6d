import type { Page } from '@playwright/test'
import { matchPath } from '../support/intercept-requests.ts'

interface Cart {
  version: number
  lines: { name: string; listPriceCents: number; unitPriceCents: number; priceTiers: unknown[] }[]
}

/** Gives the tab the result of a merge at sign-in. */
export function storeMerge(page: Page) {
  const part = (name: string, before: number) => ({ productId: name, name, before, after: 300 })
  const merged = {
    merged: [
      part('Holm chain, 8-speed, 116 links', 0),
      part('Brev bottom bracket cup tool', 0),
      part('Quill hub, front, 36 holes', 120),
    ],
    leftOut: ['Tarn rim tape, 18 mm'],
    unmergedIds: [],
  }
  const text = JSON.stringify(merged)
  const key = 'formDraft:customer@freehub.test:mergedCart'
  return page.addInitScript(([key, merge]) => sessionStorage.setItem(key, merge), [
    key,
    text,
  ] as const)
}

/** Places an order, which a mock refuses with `code`. From then on, the page gets the cart with this change. */
export async function placeRefusedOrder(page: Page, code: string, change: (cart: Cart) => void) {
  for (const path of ['/api/cart', '/api/cart/count'])
    await page.route(matchPath(path), async (route) => {
      const response = await route.fetch({ url: new URL('/api/cart', route.request().url()).href })
      const cart: Cart = await response.json()
      cart.version += 1
      change(cart)
      await route.fulfill({ response, json: { ...cart, lineCount: cart.lines.length } })
    })
  const problem = { type: 'about:blank', title: 'Refused.', status: 409, code }
  await page.route(matchPath('/api/orders'), (route) =>
    route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem }),
  )
  await placeOrder(page)
  await page.getByRole('region', { name: /changed$/ }).waitFor()
}

/** Places an order, whose first line a mock refuses. */
export async function placeRefusedLines(page: Page) {
  await page.route(matchPath('/api/orders'), async (route) => {
    const { unitPricesCents } = route.request().postDataJSON()
    const [productId] = Object.keys(unitPricesCents)
    const detail = 'This part is no longer sold.'
    const lines = [{ productId, code: 'part_missing', detail }]
    const problem = { type: 'about:blank', title: 'Refused.', status: 409, code: 'lines_refused' }
    const json = { ...problem, lines }
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json })
  })
  await placeOrder(page)
  await page.getByRole('region', { name: /^Not placed/ }).waitFor()
}

function placeOrder(page: Page) {
  return page.getByRole('button', { name: 'Place Order' }).click()
}

/** Raises the price of the first two lines. */
export function raisePrices({ lines }: Cart) {
  for (const line of lines.slice(0, 2)) {
    line.unitPriceCents += 25
    line.listPriceCents += 25
  }
}

/** Removes the last line. */
export function removeLine({ lines }: Cart) {
  lines.pop()
}
