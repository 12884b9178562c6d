import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { FilledShop } from './fill-shop-for-tasks.ts'
import type { MeasuredPage } from './measured-page.ts'

/** Performs a task as a trained person does. Ends when the screen shows that the task succeeded. */
export type Task = (measuredPage: MeasuredPage, shop: FilledShop) => Promise<void>

/** Tasks of a customer who has never ordered, from the home page. */
export const buyerTasks: Record<string, Task> = {
  async 'Order six parts of one search, 240 pieces each'({
    page,
    click,
    type,
    press,
    decide,
    see,
    seeAndDecide,
  }) {
    await click(page.getByLabel('Search all parts'))
    await type('chain')
    await press('Enter')
    await seeAndDecide(page.getByRole('link', { name: 'List', exact: true }))
    await click(page.getByRole('link', { name: 'List', exact: true }))
    const quantities = page.getByLabel(/^Quantity: /)
    await seeAndDecide(quantities)
    await click(quantities.first())
    await press('Control+a')
    await orderPieces()
    for (let part = 2; part <= 6; part += 1) {
      decide()
      await press('ArrowDown')
      await orderPieces()
    }
    const cart = page.getByRole('link', { name: 'Cart, 6 lines' })
    await see(cart)
    await click(cart)
    await seeAndDecide(page.getByRole('link', { name: 'Checkout' }))
    await click(page.getByRole('link', { name: 'Checkout' }))
    await seeAndDecide(page.getByLabel('Address'))
    await click(page.getByLabel('Address'))
    await type('Werftstrasse 8, Hamburg')
    await press('Tab')
    await type('+49 40 5550 120')
    // Enter in a field of one line places the order.
    await press('Enter')
    const lines = page.getByRole('table', { name: 'Lines' }).getByRole('row', { name: ' 240 ' })
    await see(lines)
    await expectCount(lines, 6)

    async function orderPieces() {
      await type('240')
      await press('Enter')
    }
  },
}

/** Tasks of a customer, from the home page. */
export const customerTasks: Record<string, Task> = {
  async 'Find a part by its old number'({ page, choose, see }) {
    await choose('fh-10104-5')
    await see(page.getByRole('heading', { level: 1, name: 'Holm chain, 6/7/8-speed, 116 links' }))
  },

  async 'Pay three orders'({ page, choose, click, press, type, see, seeAndDecide }) {
    await choose('to pay')
    const boxes = page.getByRole('checkbox', { name: /^Select order/ })
    await seeAndDecide(boxes)
    for (const index of [0, 1, 2]) await click(boxes.nth(index))
    await click(page.getByRole('button', { name: 'Pay 3 Orders' }))
    const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
    await seeAndDecide(frame.getByPlaceholder('Card number'))
    await click(frame.getByPlaceholder('Card number'))
    await type('4242424242424242')
    await type('1234')
    await type('123')
    await press('Enter')
    await see(page.getByRole('heading', { name: 'The payment done successfully' }))
  },
}

/** Tasks of staff, from the overview. */
export const staffTasks: Record<string, Task> = {
  async 'Ship five orders'({ page, choose, press, see, seeAndDecide }) {
    await choose('to s')
    await seeAndDecide(page.getByRole('checkbox', { name: /^Select order/ }))
    await press('x', 'x', 'x', 'x', 'x', 's')
    await seeAndDecide(page.getByRole('alertdialog', { name: 'Ship 5 orders?' }))
    await press('Enter')
    await see(getToast(page, '5 orders shipped'))
  },

  async 'Refund an order, by its number'(
    { page, choose, press, see, seeAndDecide },
    { orderNumber },
  ) {
    await choose(`refund ${orderNumber.replace('FH-', '')}`)
    await seeAndDecide(page.getByRole('alertdialog', { name: 'Refund this order?' }))
    // The focus is on No.
    await press('Shift+Tab', 'Enter')
    await see(getToast(page, 'Order refunded successfully'))
  },

  async 'Find an order by its transaction'({ page, choose, see }, { transactionId }) {
    await choose(transactionId.slice(-8).toLowerCase())
    await see(page.getByRole('main').getByText(transactionId))
  },

  async 'Export a month'({ choose, download }) {
    const file = await download(() => choose('this'))
    const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(file.suggestedFilename(), /^freehub-orders-.*\.csv$/)
    assert(rows.length > 1, 'The export is empty.')
  },

  async 'Print five packing slips'({ page, choose, click, press, seeAndDecide, download }) {
    await choose('to s')
    await seeAndDecide(page.getByRole('checkbox', { name: /^Select order/ }))
    await press('x', 'x', 'x', 'x', 'x')
    const button = page.getByRole('button', { name: '5 Packing Slips' })
    const file = await download(() => click(button))
    assert.equal(file.suggestedFilename(), 'packing-slips.pdf')
  },

  async 'Change twenty prices, each in its row'({ page, click, press, type, see, seeAndDecide }) {
    await click(page.getByRole('link', { name: 'Manage Products' }))
    const prices = page.getByRole('button', { name: /^Price / })
    await seeAndDecide(prices)
    await click(prices.first())
    for (let row = 1; row <= 20; row += 1) {
      await type(`${90 + row / 100}`.padEnd(5, '0'))
      // Tab saves the price and opens the next one.
      await press(row < 20 ? 'Tab' : 'Enter')
    }
    await see(page.getByRole('button', { name: 'Price $90.20, change' }))
    await expectCount(page.getByRole('button', { name: /^Price \$90\.\d\d, change/ }), 20)
  },

  async 'Block a user'({ page, choose, type, press, see, seeAndDecide }) {
    await choose('block einkauf')
    await seeAndDecide(page.getByRole('alertdialog').getByLabel('Reason'))
    await type('unpaid orders')
    await press('Enter')
    await see(page.getByText('This user is banned.'))
  },

  async 'Add a product with the required fields'({ page, click, type, press, see, seeAndDecide }) {
    await click(page.getByRole('link', { name: 'Add A Product' }))
    // The first field has the focus.
    await seeAndDecide(page.getByLabel('Product Name'))
    await type('holm bell, brass')
    // Part number and family stay empty.
    await press('Tab')
    await press('Tab')
    for (const text of ['3.90', '20', '600', 'brass bell, 22.2 mm clamp']) {
      await press('Tab')
      await type(text)
    }
    // The button that chooses a photo comes before the address of a picture.
    await press('Tab')
    await press('Tab')
    await type('/drawings/house/wheel.svg')
    await press('Enter')
    await see(page.getByText('Added: holm bell, brass'))
  },

  async 'Answer a review'({ page, click, type, press, see, seeAndDecide }) {
    await click(page.getByRole('link', { name: 'Manage Reviews' }))
    const answer = page.getByRole('button', { name: 'Answer', exact: true })
    await seeAndDecide(answer)
    await click(answer.first())
    await see(page.getByLabel('Your answer'))
    await type('thank you.')
    await press('Control+Enter')
    await see(getToast(page, 'Answer published'))
  },
}

const getToast = (page: Page, text: string) =>
  page.locator('.Toastify__toast').filter({ hasText: text })

async function expectCount(rows: Locator, count: number) {
  assert.equal(await rows.count(), count)
}
