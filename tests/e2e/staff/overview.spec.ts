import type { Locator, Page } from '@playwright/test'
import { formatCount, formatDollars } from '../../../contract/money.ts'
import type { Overview } from '../../../contract/overview/calls.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'
import {
  findPartFromEnd,
  placeOrder,
  signInAsStaff,
  signUpCustomer,
} from '../support/users-and-orders.ts'

test('the staff overview shows revenue, orders and low stock as a chart or a table', async ({
  page,
}) => {
  await signInAsStaff(page)
  await mockOverview(page, sampleOverview)
  await page.goto('/dashboard/overview?days=7')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link').first()).toHaveText('Overview')
  await expect(
    page.getByText('$70.00 in 7 days, 30% less than in the previous 7 days.'),
  ).toBeVisible()
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings).toContainText([
    'Oldest unshipped',
    'Low stock',
    'Reserved and unpaid',
    'Sales',
    'Revenue',
  ])
  // The choice of days is directly above the sections that depend on it.
  const readTop = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  const daysTop = await readTop(page.getByRole('navigation', { name: 'Days' }))
  expect(daysTop).toBeGreaterThan(
    await readTop(page.getByRole('heading', { name: 'Reserved and unpaid' })),
  )
  expect(daysTop).toBeLessThan(await readTop(page.getByRole('heading', { name: 'Revenue' })))
  const bars = page.getByRole('img', { name: /^Revenue by day\. \$70\.00 in 7 days/ })
  const [fullBar, halfBar] = [bars.locator('.day-up').nth(0), bars.locator('.day-up').nth(1)]
  const refundBar = bars.locator('.day-down')
  await expect(bars.locator('.day-up')).toHaveCount(2)
  const [fullBox, halfBox, refundBox] = await Promise.all(
    [fullBar, halfBar, refundBar].map((bar) => bar.boundingBox()),
  )
  expect((fullBox?.height ?? 0) / (halfBox?.height ?? 1)).toBeCloseTo(2, 1)
  expect((halfBox?.height ?? 0) / (refundBox?.height ?? 1)).toBeCloseTo(40 / 50, 1)
  expect(refundBox?.y).toBeCloseTo((fullBox?.y ?? 0) + (fullBox?.height ?? 0), 0)

  await fullBar.hover()
  await expect(bars.getByText('15 Nov: $80.00 paid in 2 orders')).toBeVisible()
  await refundBar.hover()
  await expect(bars.getByText('19 Nov: $0.00 paid in 0 orders, $50.00 refunded')).toBeVisible()
  await page.getByRole('heading', { name: 'Revenue' }).hover()
  await expect(bars.getByText('Payments are above the line, refunds below it.')).toBeVisible()

  const tableButton = page.getByRole('button', { name: 'Show as Table' })
  await tableButton.press('Enter')
  await expect(tableButton).toHaveAttribute('aria-pressed', 'true')
  await expect(bars).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^15 Nov/ })).toHaveText('15 Nov2$80.00$0.00$80.00')
  await expect(page.getByRole('row', { name: /^19 Nov/ })).toHaveText('19 Nov0$0.00$50.00−$50.00')
  await tableButton.press('Enter')
  await expect(bars).toBeVisible()

  await expect(page.getByText('2 paid orders are ready to ship. The oldest was paid')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orders to ship' })).toHaveAttribute(
    'href',
    '/dashboard/manageOrders?status=Paid&sort=oldest',
  )
  await expect(
    page.getByText('1 part is below its minimum order. 2 more will sell out'),
  ).toBeVisible()
  await expect(page.getByText('Best seller: Chains with 300 pieces, 75% of all.')).toBeVisible()
  await expect(page.getByText('Test chain')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Test chain' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'FH-100016' })).toHaveAttribute(
    'href',
    `/dashboard/order/${id}`,
  )
  await expect(page.getByRole('link', { name: 'Ada', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/people/ada%40dealer.example',
  )
  const reserving = page.getByRole('link', { name: 'Velo Nord' })
  await expect(reserving).toHaveAttribute('title', 'nord@dealer.example')
  await expect(page.getByRole('link', { name: 'Ship Order' })).toHaveAttribute(
    'href',
    `/dashboard/order/${id}?action=ship`,
  )
  await expect(page.getByRole('columnheader', { name: 'Sold in 30 days' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Test hub' })).toHaveAttribute(
    'href',
    `/dashboard/stock/${sampleOverview.runningLow[0]?._id}`,
  )
  await expectAccessible(page)

  await page.unroute('**/api/overview*')
  const days = page.getByRole('navigation', { name: 'Days' })
  for (const count of [30, 90]) {
    const overviewResponse = waitForOverview(page, count)
    await days.getByText(`${count} days`).click()
    await expectFigures(page, await overviewResponse)
  }
  await expect(page).toHaveURL('/dashboard/overview?days=90')
  await tableButton.click()
  const rows = page.getByRole('table', { name: 'Revenue by day' }).locator('tr')
  await expect(rows).toHaveCount(1 + 90)
  await page.goBack()
  await expect(days.getByText('30 days')).toHaveAttribute('aria-current', 'page')
  await expect(rows).toHaveCount(1 + 30)
})

test.describe('a shop whose calls fail', () => {
  test.use({ expectedErrors: [/status of 409|CallError/] })

  test('lets a customer retry, see unpaid orders and open the payment', async ({ page }) => {
    const part = await findPartFromEnd(page, 17)
    const customer = await signUpCustomer(page)
    await page.route('**/api/my-overview*', (route) => route.fulfill({ status: 409, body: '{}' }))
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').first().click()
    await expect(page).toHaveURL('/dashboard/overview')
    const retryButton = page.getByRole('button', { name: 'Try Again' })
    await expect(retryButton).toBeVisible()
    await page.unroute('**/api/my-overview*')
    await retryButton.click()
    await expect(page.getByText('No open orders')).toBeVisible()
    await expect(page.getByText('You paid nothing in the last 30 days.')).toBeVisible()

    const order = await placeOrder(page, customer, part)
    await page.reload()
    const total = formatDollars(part.price * part.minimumOrder)
    const main = page.getByRole('main')
    await expect(main.getByText(`1 order to pay, ${total} in total.`)).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: part.name })
    await expect(row).toContainText(formatCount(part.minimumOrder))
    await expect(row.getByText(/^Pay by \d+ \w+, \d\d:\d\d$/)).toBeVisible()
    await row.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page).toHaveURL(`/dashboard/payment/${order}`)
  })
})

const buildDay = (day: string, paid = 0, refunded = 0, orders = 0) => ({
  day,
  paid,
  refunded,
  net: paid - refunded,
  orders,
})

const zeroFigures = { paid: 0, refunded: 0, net: 0, orders: 0 }

const emptyOverview: Overview = {
  days: 7,
  from: '2026-11-15',
  to: '2026-11-21',
  takings: {
    ...zeroFigures,
    byDay: ['15', '16', '17', '18', '19', '20', '21'].map((n) => buildDay(`2026-11-${n}`)),
    before: zeroFigures,
  },
  ordersByStage: (['Pending', 'Paid', 'Shipped', 'Cancelled', 'Refunded'] as const).map(
    (stage) => ({ stage, count: 0, total: 0 }),
  ),
  piecesByFamily: [],
  runningLow: [],
  runningLowCount: 0,
  soldOutCount: 0,
  waiting: [],
  waitingCount: 0,
  reserved: { parts: 120, blockedParts: 0, pieces: 9000, reservedPieces: 0, customers: [] },
}

const id = '0199f0c4-0000-7000-8000-000000000001'

const sampleOverview: Overview = {
  ...emptyOverview,
  reserved: {
    ...emptyOverview.reserved,
    customers: [
      {
        email: 'nord@dealer.example',
        name: 'Velo Nord',
        emailConfirmed: true,
        orders: 1,
        pieces: 50,
        total: 134,
      },
    ],
  },
  takings: {
    paid: 120,
    refunded: 50,
    net: 70,
    orders: 3,
    byDay: emptyOverview.takings.byDay.map((one) => {
      if (one.day === '2026-11-15') return buildDay(one.day, 80, 0, 2)
      if (one.day === '2026-11-17') return buildDay(one.day, 40, 0, 1)
      return one.day === '2026-11-19' ? buildDay(one.day, 0, 50) : one
    }),
    before: { paid: 100, refunded: 0, net: 100, orders: 4 },
  },
  piecesByFamily: [
    { family: 'Chains', pieces: 300, total: 100 },
    { family: null, pieces: 100, total: 20 },
  ],
  runningLow: [
    { _id: id, name: 'Test hub', availableQuantity: 3, minimumOrder: 10, sold: 4, daysLeft: 0 },
  ],
  runningLowCount: 3,
  soldOutCount: 1,
  waiting: [
    {
      _id: id,
      orderNumber: 'FH-100016',
      lineCount: 1,
      email: 'ada@dealer.example',
      name: 'Ada',
      quantity: 10,
      productName: 'Test chain',
      totalPrice: 40,
      paidAt: '2026-11-01T08:00:00.000Z',
    },
  ],
  waitingCount: 2,
}

/** Mocks the overview, independent of the orders of other tests. */
async function mockOverview(page: Page, overview: Overview) {
  await page.route('**/api/overview*', (route) => route.fulfill({ json: overview }))
}

async function waitForOverview(page: Page, days: number): Promise<Overview> {
  const response = await page.waitForResponse(`**/api/overview?days=${days}`)
  return response.json()
}

/** Expects the main figures and the unshipped orders of the response. */
async function expectFigures(page: Page, { takings, waitingCount }: Overview) {
  const figures = page.locator('.figures')
  await expect(figures).toContainText(`Paid${formatDollars(takings.paid)}`)
  await expect(figures).toContainText(`Refunded${formatDollars(takings.refunded)}`)
  await expect(figures).toContainText(`Orders paid${formatCount(takings.orders)}`)
  const unshipped = page.getByRole('heading', { name: 'Oldest unshipped' }).locator('..')
  await expect(unshipped.getByRole('row')).toHaveCount(
    waitingCount === 0 ? 0 : Math.min(waitingCount, 10) + 1,
  )
}
