import { buildBooking } from './orders.ts'
import type { TestShop } from './shop.ts'
import type { TestUser } from './users.ts'

export const HOUR_MS = 3_600_000

/** Orders a part. Returns the response, also if it is a refusal. */
export const tryPlaceOrder = ({ call }: Pick<TestUser, 'call'>, part: string, quantity = 10) =>
  call('POST', '/booking', buildBooking(part, quantity))

export const tryCancelOrder = ({ call, email }: Pick<TestUser, 'call' | 'email'>, id: string) =>
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
