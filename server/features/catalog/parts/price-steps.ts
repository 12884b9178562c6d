import type { PartTerms, PriceTier } from '@freehub/contract/catalog/prices'
import { centsOf, dollarsOf } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'

/** Formats price steps as in CSV lists and in a part's edits: `300:5.72|1000:5.10`. Returns null if there are none. */
export function formatPriceSteps(steps: PriceTier[]): string | null {
  const texts = steps.map(
    ({ fromQuantity, unitPriceCents }) => `${fromQuantity}:${dollarsOf(unitPriceCents).toFixed(2)}`,
  )
  return texts.join('|') || null
}

/** Parses the text that `formatPriceSteps` returns. */
export function parsePriceSteps(text: string | null): PriceTier[] {
  return (text?.split('|') ?? []).map((step) => {
    const [fromQuantity, price] = step.split(':').map(Number)
    return { fromQuantity: fromQuantity as number, unitPriceCents: centsOf(price as number) }
  })
}

/** Reads the tiers of parts that are already locked. The locking statement would return tiers from before its wait. */
export async function readStoredTiers(tx: Tx, ids: string[]): Promise<Map<string, PriceTier[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('part_price_tiers')
    .select(['part_id', 'from_quantity as fromQuantity', 'unit_price_cents as unitPriceCents'])
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .orderBy('part_id')
    .orderBy('from_quantity')
    .execute()
  const tiers = new Map<string, PriceTier[]>(ids.map((id) => [id, []]))
  for (const { part_id, ...tier } of rows) tiers.get(part_id)?.push(tier)
  return tiers
}

interface PartWithSteps extends Pick<PartTerms, 'unitPriceCents' | 'minimumOrder' | 'priceTiers'> {
  id: string
}

/**
 * Replaces the stored tiers of locked parts. The first stored tier has the current list price, so that
 * `computePriceTiers` can scale the steps after a change. The caller increments `terms_version` of existing parts.
 */
export async function replacePriceTiers(tx: Tx, parts: PartWithSteps[]): Promise<void> {
  const ids = parts.map(({ id }) => id)
  await sql`delete from part_price_tiers where part_id = any (${ids}::uuid[])`.execute(tx)
  const rows = parts
    .filter(({ priceTiers }) => priceTiers.length > 0)
    .flatMap(({ id, unitPriceCents, minimumOrder, priceTiers }) =>
      [{ fromQuantity: minimumOrder, unitPriceCents }, ...priceTiers].map((tier) => ({
        part_id: id,
        from_quantity: tier.fromQuantity,
        unit_price_cents: tier.unitPriceCents,
      })),
    )
  if (rows.length === 0) return
  await sql`
    insert into part_price_tiers (part_id, from_quantity, unit_price_cents)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as tier (part_id uuid, from_quantity int, unit_price_cents int)`.execute(tx)
}
