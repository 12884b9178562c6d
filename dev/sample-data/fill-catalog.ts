import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { toCodeKey } from '../../contract/order-pad/codes.ts'
import definitions from '../../server/features/catalog/relations/interfaces.json' with {
  type: 'json',
}
import type { Tx } from '../../server/platform/database/connections/connect.ts'
import type { PartAttributes, PartDrawing } from '../../server/platform/database/schema.ts'
import { listSampleCodes } from './sample-codes.ts'

/** An entry of `catalog/parts.json`. */
interface SamplePart {
  sku: string
  name: string
  family: string
  description: string
  price_cents: number
  minimum_order: number
  pack_size: number
  carton_size: number
  weight_g: number
  available_quantity: number
  lead_time_days: number
  hs_code: string
  price_tiers: { from: number; price_cents: number }[]
  attributes: PartAttributes
  fits: { interface: string; role: 'needs' | 'offers'; size: string }[]
  supersedes: string | null
  drawing: PartDrawing
}

interface SampleWheel {
  name: string
  hub: string
  rim: string
  spoke_left: string
  spoke_right: string
  nipple: string
  crosses: number
}

/** The home page shows one part of each of these families. */
const FEATURED_FAMILIES = [
  'Chainrings',
  'Chains',
  'Cassettes',
  'Disc rotors',
  'Hubs',
  'Bottom brackets',
]

/** Inserts the sample catalog: families, interfaces, parts, price tiers, fits, codes and stock. */
export async function fillCatalog(tx: Tx): Promise<void> {
  const families = await readJson<{ code: string; name: string }[]>('families.json')
  const builds = await readJson<SampleWheel[]>('wheel-builds.json')
  const parts = putFeaturedFirst(await readJson<SamplePart[]>('parts.json'))
  const codes = new Map(families.map(({ code, name }) => [name, code]))
  const ids = new Map(parts.map(({ sku }) => [sku, randomUUIDv7()]))
  const idOf = (part: SamplePart) => ids.get(part.sku) as string

  await tx.insertInto('families').values(families).execute()
  await tx
    .insertInto('interfaces')
    .values(
      definitions.interfaces.map((definition) => ({
        id: definition.id,
        definition: JSON.stringify(definition),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('parts')
    .values(parts.map((part) => toPartRow(part, idOf(part), codes.get(part.family) ?? null)))
    .execute()
  await tx
    .insertInto('part_price_tiers')
    .values(
      parts.flatMap((part) =>
        part.price_tiers.map((tier) => ({
          part_id: idOf(part),
          from_quantity: tier.from,
          unit_price_cents: tier.price_cents,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('part_fits')
    .values(
      parts.flatMap((part) =>
        part.fits.map((fit) => ({
          part_id: idOf(part),
          interface_id: fit.interface,
          role: fit.role,
          size: fit.size,
        })),
      ),
    )
    .execute()
  const idOfSku = (sku: string) => ids.get(sku) as string
  await tx
    .insertInto('wheel_builds')
    .values(
      builds.map((build) => ({
        id: randomUUIDv7(),
        name: build.name,
        crosses: build.crosses,
        hub_id: idOfSku(build.hub),
        rim_id: idOfSku(build.rim),
        spoke_left_id: idOfSku(build.spoke_left),
        spoke_right_id: idOfSku(build.spoke_right),
        nipple_id: idOfSku(build.nipple),
      })),
    )
    .execute()
  await tx
    .insertInto('part_codes')
    .values(
      parts.flatMap((part, n) =>
        listSampleCodes(part.sku, n).map((code) => ({
          part_id: idOf(part),
          key: toCodeKey(code.code),
          ...code,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('stock_movements')
    .values(
      parts.map((part) => ({
        id: randomUUIDv7(),
        part_id: idOf(part),
        kind: 'initial' as const,
        pieces: part.available_quantity,
      })),
    )
    .execute()
}

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`./catalog/${name}`, import.meta.url), 'utf8')) as T
}

/** Moves one available part of each featured family to the front. */
function putFeaturedFirst(parts: SamplePart[]): SamplePart[] {
  const featured = FEATURED_FAMILIES.flatMap(
    (family) =>
      parts.find(
        (part) => part.family === family && part.available_quantity >= part.minimum_order,
      ) ?? [],
  )
  return [...featured, ...parts.filter((part) => !featured.includes(part))]
}

function toPartRow(part: SamplePart, id: string, familyCode: string | null) {
  return {
    id,
    sku: part.sku,
    family_code: familyCode,
    name: part.name,
    description: part.description,
    img: `/drawings/${part.sku}.svg`,
    unit_price_cents: part.price_cents,
    minimum_order: part.minimum_order,
    on_hand: part.available_quantity,
    pack_size: part.pack_size,
    carton_size: part.carton_size,
    weight_g: part.weight_g,
    lead_time_days: part.lead_time_days,
    hs_code: part.hs_code,
    supersedes: part.supersedes,
    attributes: JSON.stringify(part.attributes),
    drawing: JSON.stringify(part.drawing),
  }
}
