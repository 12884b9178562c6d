import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../support/test.ts'
import {
  fillCart,
  findPartFromEnd,
  findPartsFromEnd,
  placeOrder,
  signUpCustomer,
  waitForHydration,
} from '../support/users-and-orders.ts'

const assets = path.resolve(import.meta.dirname, '../../../web/dist/client/assets')
/** The styles of all screens. The page already has those of the frame, which precede them. */
const styles = readdirSync(assets)
  .filter((name) => name.endsWith('.css') && !name.startsWith('entry-client'))
  .map((name) => `/assets/${name}`)

// A browser keeps the styles of each visited screen. So a screen's look depended on the screens before it.
test('screens look the same with the styles of all other screens', async ({ page }) => {
  const customer = await signUpCustomer(page)
  const part = await findPartFromEnd(page, 3)
  await placeOrder(page, customer, part)
  await fillCart(page, customer, await findPartsFromEnd(page, 6, 2))
  for (const screen of [
    '/allParts?view=list&family=chains',
    `/allParts/${part._id}`,
    '/wheelBuilder',
    '/orderPad',
    '/cart',
    '/checkout',
    `/purchase/${part._id}`,
    '/dashboard/myOrders',
    '/dashboard/account',
  ]) {
    await page.goto(screen)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(listChangesByStyles, styles), `${screen} at ${width}`).toEqual([])
    }
  }
})

/** Adds the styles that the page lacks, lists the elements that change, and removes the styles again. */
async function listChangesByStyles(urls: string[]): Promise<string[]> {
  const properties = ['display', 'font', 'padding', 'border-width', 'gap', 'flex', 'max-width']
  const readStyle = (element: Element) => {
    const style = getComputedStyle(element)
    return properties.map((name) => `${name}: ${style.getPropertyValue(name)}`).join('; ')
  }
  const elements = [...document.querySelectorAll('body *')]
  const before = elements.map(readStyle)
  const links = urls
    .filter((url) => !document.querySelector(`link[href="${url}"]`))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
  const loaded = links.map(
    (link) => new Promise((resolve) => link.addEventListener('load', resolve)),
  )
  document.head.append(...links)
  await Promise.all(loaded)
  const changes = elements.flatMap((element, i) => {
    const after = readStyle(element)
    if (!element.isConnected || after === before[i]) return []
    return `${element.tagName} ${element.className}: ${before[i]} → ${after}`
  })
  for (const link of links) link.remove()
  return changes
}
