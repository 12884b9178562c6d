import type { TestShop } from './shop.ts'

export const HOUR_MS = 3_600_000

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
