import { buildBooking } from './orders.ts'
import type { TestUser } from './users.ts'
import type { TestShop } from './shop.ts'

/** Settings that restore the default limits, which test shops raise. */
export const defaultOrderLimits = {
  NEW_CUSTOMER_UNPAID_VALUE_MAX: '',
  NEW_CUSTOMER_STOCK_SHARE_PERCENT: '',
}

export const HOUR_MS = 3_600_000

/** Orders a part. Returns the response, which can be a refusal. */
export const book = ({ call }: Pick<TestUser, 'call'>, part: string, quantity = 10) =>
  call('POST', '/booking', buildBooking(part, quantity))

export const cancel = ({ call, email }: Pick<TestUser, 'call' | 'email'>, id: string) =>
  call('DELETE', `/booking/${id}?client=${encodeURIComponent(email)}`)

export const readReservation = ({ db }: TestShop, id: string) =>
  db
    .selectFrom('orders')
    .select(['placed_at', 'reserved_until', 'cancelled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Returns the length of an order's reservation in milliseconds. */
export async function measureReservation(shop: TestShop, id: string): Promise<number> {
  const { placed_at, reserved_until } = await readReservation(shop, id)
  return reserved_until.getTime() - placed_at.getTime()
}
