import { priceAt, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { isRefusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Config } from '../../server/config.ts'
import { readPartsWithTerms } from '../../server/features/catalog/parts/part-terms.ts'
import { writeOrder } from '../../server/features/orders/place/write-order.ts'
import type { Db } from '../../server/platform/database/connections/connect.ts'

/** Number of lines of each sample order. */
const LINE_COUNTS = [9, 2]
const NOTES = ['Please deliver before noon.', '']

/**
 * Places sample orders for each demo customer without orders, in quantities that get a discount.
 * Uses parts in the middle of the catalog, so that the first parts keep their stock. Skips an
 * order if no part has a discount and enough stock, for example after changes by staff.
 */
export async function fillOrders(db: Db, config: Config): Promise<void> {
  const emails = config.demoAccounts.map(({ email }) => email)
  const customers = await db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'customer')
    .where(sql<boolean>`email = any(${emails})`)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('orders').select('id').whereRef('user_id', '=', 'users.id'))),
    )
    .execute()
  for (const customer of customers) {
    for (const [index, lineCount] of LINE_COUNTS.entries()) {
      const lines = await chooseLines(db, lineCount, index)
      if (lines.length === 0) continue
      const contact = { phone: '+49 40 5550 120', address: 'Speicherstadt 12, 20457 Hamburg' }
      const placed = await writeOrder(
        // The shop processes the outbox when it starts.
        { db, config, outbox: { notify() {} }, partsChanged() {} },
        {
          customer: { ...customer, emailConfirmed: true },
          key: undefined,
          payload: [],
        },
        async () => ({ ...contact, lines, note: NOTES[index] ?? '' }),
      )
      if (isRefusal(placed)) throw new Error(`The sample order was refused: ${placed.refused}`)
    }
  }
}

/** Chooses up to `lineCount` parts with a quantity discount, each in the smallest discounted quantity. */
async function chooseLines(db: Db, lineCount: number, index: number) {
  const rows = await db
    .selectFrom('parts')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const middle = Math.floor(rows.length / 2) + index * 20
  const parts = await readPartsWithTerms(
    db,
    rows.slice(middle).map(({ id }) => id),
  )
  const lines = rows.slice(middle).flatMap(({ id }) => {
    const part = parts.get(id)
    const tier = part?.priceTiers[0]
    if (!part || !tier) return []
    const quantity = roundUpQuantity(part, tier.fromQuantity)
    const { termsVersion } = part
    const unitPriceCents = priceAt(part, quantity)
    // Unpaid orders of new customers have a limited value and a limited share of the stock.
    const isSmall = unitPriceCents * quantity <= 200_000 && quantity * 4 <= part.available
    return isSmall ? [{ productId: id, quantity, unitPriceCents, terms: part, termsVersion }] : []
  })
  return lines.slice(0, lineCount)
}
