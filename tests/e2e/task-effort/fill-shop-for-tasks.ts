import type { Browser } from '@playwright/test'
import { type Part, readJson, signIn } from '../screens/api-users.ts'
import { fillShop, placeOrder } from '../screens/fill-shop.ts'
import { payForOrder } from '../screens/pay-for-order.ts'
import type { SampleShop } from '../screens/start-sample-shop.ts'

export type FilledShop = Awaited<ReturnType<typeof fillShopForTasks>>

/** Enough paid orders for all tasks: five to ship, one to refund, and five with packing slips. */
const PAID_ORDERS = 10

/** Fills a shop with the data of the screenshots, paid orders and a customer who has never ordered. */
export async function fillShopForTasks(browser: Browser, shop: SampleShop) {
  const { users } = await fillShop(browser, shop)
  const customer = await signIn(browser, shop.url, { email: 'customer@freehub.test' })
  const buyer = { email: 'office@wheelworks.example', name: 'Wheelworks' }
  const { cookies } = await signIn(browser, shop.url, buyer)
  const [part] = await readJson<[Part]>(customer.request.get('/parts?size=1'))
  let orderId = ''
  let transactionId = ''
  for (let order = 1; order <= PAID_ORDERS; order += 1) {
    orderId = await placeOrder(customer, part._id, part.minimumOrder)
    transactionId = await payForOrder(shop, customer, orderId)
  }
  const { headers } = customer
  const { orderNumber } = await readJson<{ orderNumber: string }>(
    customer.request.get(`/api/orders/${orderId}`, { headers }),
  )
  return {
    cookies: { buyer: await cookies(), customer: users.customer, staff: users.staff },
    orderNumber,
    transactionId,
  }
}
