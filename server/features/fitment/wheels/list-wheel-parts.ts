import type { WheelParts } from '@freehub/contract/fitment/fitment'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readHub, readRim } from '../rules/spoke-length.ts'

const PARTS_MAXIMUM = 200

interface Row {
  productId: string
  name: string
  sku: string | null
  attributes: Record<string, unknown>
}

/** Lists the oldest hubs and rims on sale with known dimensions, and known wheels whose parts are on sale. */
export async function listWheelParts(db: Db): Promise<WheelParts> {
  const read = (role: 'needs' | 'offers') =>
    sql<Row>`
    select parts.id as "productId", name, sku, attributes from (
      select part_id from part_fits where interface_id = 'wheel.spokes' and role = ${role}
      group by part_id order by part_id limit ${PARTS_MAXIMUM}
    ) f join parts on parts.id = part_id
    where deleted_at is null order by position`.execute(db)
  const [hubs, rims, builds] = await Promise.all([
    read('offers'),
    read('needs'),
    db
      .selectFrom('wheel_builds')
      .innerJoin('parts as hub', 'hub.id', 'hub_id')
      .innerJoin('parts as rim', 'rim.id', 'rim_id')
      .select(['wheel_builds.name', 'hub_id as hub', 'rim_id as rim', 'crosses'])
      .where('hub.deleted_at', 'is', null)
      .where('rim.deleted_at', 'is', null)
      .orderBy('wheel_builds.id')
      .limit(PARTS_MAXIMUM)
      .execute(),
  ])
  return {
    hubs: hubs.rows.flatMap((row) => toWheelPart(row, readHub)),
    rims: rims.rows.flatMap((row) => toWheelPart(row, readRim)),
    builds,
  }
}

function toWheelPart(
  { attributes, ...part }: Row,
  read: (attributes: Record<string, unknown>) => { spokeHoles: number } | undefined,
) {
  const dimensions = read(attributes)
  return dimensions ? [{ ...part, spokeHoles: dimensions.spokeHoles }] : []
}
