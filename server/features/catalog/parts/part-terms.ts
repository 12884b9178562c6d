import type { PartTerms, PriceTier } from '@freehub/contract/catalog/prices'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'

/** A part with its stock and its current terms (prices and quantity rules), from which orders compute their lines. */
export interface PartWithTerms extends PartTerms {
  productId: string
  name: string
  sku: string | null
  img: string
  /** The stock on hand minus the reserved stock. */
  available: number
  isOnSale: boolean
  /** Increases when the terms change. `place_order` refuses an order that was computed from another version. */
  termsVersion: number
}

interface TermsRow extends Omit<PartWithTerms, 'priceTiers'> {
  tierPairs: [fromQuantity: number, unitPriceCents: number][]
}

/** Aggregates the stored tiers of each row of `parts`, by ascending quantity. */
export const selectStoredTiers = sql<PriceTier[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'fromQuantity', from_quantity, 'unitPriceCents', t.unit_price_cents) order by from_quantity)
  from part_price_tiers t where part_id = parts.id), '[]')`.as('storedTiers')

/** The columns of `TermsRow`. Arrays of tiers take half the time of the objects in `selectStoredTiers`. */
export const selectTerms = sql`
  parts.id as "productId", parts.name, parts.sku, parts.img, parts.unit_price_cents as "unitPriceCents",
  parts.minimum_order as "minimumOrder", parts.order_multiple as "orderMultiple",
  parts.on_hand - parts.reserved as available, parts.deleted_at is null as "isOnSale",
  parts.terms_version as "termsVersion", to_json(array(
    select array[from_quantity, t.unit_price_cents] from part_price_tiers t
    where part_id = parts.id order by from_quantity)) as "tierPairs"`

/** Converts a row of `selectTerms`. Its price steps apply to the current price. Keeps additional columns. */
export function toPartWithTerms<Row extends TermsRow>({ tierPairs, ...row }: Row) {
  const stored = tierPairs.map(([fromQuantity, unitPriceCents]) => ({
    fromQuantity,
    unitPriceCents,
  }))
  return { ...row, priceTiers: computePriceTiers(stored, row).slice(1) }
}

/** Reads parts with their terms, including deleted parts. Leaves out unknown ids. */
export async function readPartsWithTerms(
  db: Db,
  ids: string[],
): Promise<Map<string, PartWithTerms>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TermsRow>`${prepared}
    select ${selectTerms} from parts where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.productId, toPartWithTerms(row)]))
}

const CACHE_ENTRIES = 10_000

/** Caches parts with their terms. They may be outdated: if `place_order` refuses them, call `readCurrent`. */
export function createTermsCache() {
  const entries = new LRUCache<string, PartWithTerms>({ max: CACHE_ENTRIES })
  return {
    get: (id: string): PartWithTerms | undefined => entries.get(id),

    async readCurrent(db: Db, id: string): Promise<PartWithTerms | undefined> {
      const part = (await readPartsWithTerms(db, [id])).get(id)
      if (part) entries.set(id, part)
      return part
    },
  }
}

export type TermsCache = ReturnType<typeof createTermsCache>

/**
 * Scales the stored tiers to the current price. The first stored tier has the list price at which staff entered the
 * other tiers. Leaves out tiers that do not lower the price, and tiers whose `fromQuantity` is at most the minimum
 * order. The first returned tier starts at the minimum order and has the current price. Returns an empty array if the
 * part has no stored tiers.
 */
export function computePriceTiers(
  stored: PriceTier[],
  { unitPriceCents, minimumOrder }: Pick<PartTerms, 'unitPriceCents' | 'minimumOrder'>,
): PriceTier[] {
  const [base, ...others] = stored
  if (!base) return []
  let last = { fromQuantity: minimumOrder, unitPriceCents }
  const tiers = [last]
  for (const tier of others) {
    const scaled = Math.round((tier.unitPriceCents * unitPriceCents) / base.unitPriceCents)
    const cents = Math.max(1, scaled)
    if (tier.fromQuantity <= last.fromQuantity || cents >= last.unitPriceCents) continue
    last = { fromQuantity: tier.fromQuantity, unitPriceCents: cents }
    tiers.push(last)
  }
  return tiers
}
