import type { WheelPlan, WheelQuery } from '@freehub/contract/fitment/fitment'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Interfaces } from '../../catalog/parts/part-fits.ts'
import { type PartWithTerms, readPartsWithTerms } from '../../catalog/parts/part-terms.ts'
import {
  isCompatible,
  type PartInterface,
} from '../../catalog/relations/interface-compatibility.ts'
import { createSizeReader, findFittingParts } from '../find-fitting-parts.ts'
import { type PartWithFits, readPartsWithFits } from '../read-parts-with-fits.ts'
import { evaluateFit } from '../rules/evaluate-fit.ts'
import {
  computeMaxCrosses,
  computeSpokeLength,
  type HubDimensions,
  readHub,
  readRim,
} from '../rules/spoke-length.ts'
import { toProposedPart } from '../to-proposed-part.ts'
import { toDrawingPath } from './draw-wheel.ts'
import { readSpokes, type SpokePart, selectSpokes } from './find-spokes.ts'

const SPOKES_SHOWN = 3

/** Computes spoke lengths. Lists the parts for all wheels with valid quantities, and what is left over. */
export async function planWheel(
  db: Db,
  interfaces: Interfaces,
  query: WheelQuery,
): Promise<WheelPlan | Refusal> {
  const members = await readPartsWithFits(db, [query.hub, query.rim])
  const hubPart = members.find(({ id }) => id === query.hub)
  const rimPart = members.find(({ id }) => id === query.rim)
  const gone = members.find(({ isOnSale }) => !isOnSale)
  if (gone) return refuse('part_missing', { detail: `${gone.name} is no longer sold.` })
  if (!hubPart || !rimPart) return refuse('part_missing')

  const hub = readHub(hubPart.attributes)
  const rim = readRim(rimPart.attributes)
  if (!hub) return refuseField('hub', `${hubPart.name} is not a hub with known dimensions.`)
  if (!rim) return refuseField('rim', `${rimPart.name} is not a rim with known dimensions.`)
  const { crosses, wheels } = query
  if (crosses > computeMaxCrosses(hub.spokeHoles)) {
    const detail = `A wheel with ${hub.spokeHoles} spokes can have at most ${computeMaxCrosses(hub.spokeHoles)} crosses.`
    return refuseField('crosses', detail)
  }

  const sides = (['left', 'right'] as const).map((side) => ({
    side,
    lengthMm: computeSpokeLength(hub, side, rim, crosses),
  }))
  const elbow = interfaces.get('spoke.elbow')
  const found = await readSpokes(
    db,
    sides.map(({ lengthMm }) => lengthMm),
  )
  const spokes = found.filter((spoke) => isElbowCompatible(elbow, spoke, hubPart))
  const build = await readRecommendedBuild(db, query)
  const chosenSpokes = chooseSpokes(
    spokes,
    sides.map(({ lengthMm }) => lengthMm),
    build,
  )
  const nippleId = build?.nipple ?? (await findNipple(db, interfaces, chosenSpokes, rimPart))
  const needed = computeQuantities(query, hub, chosenSpokes, nippleId)
  const terms = await readPartsWithTerms(db, [
    ...new Set([...needed.keys(), ...spokes.map(({ id }) => id)]),
  ])
  const { conflicts } = evaluateFit([hubPart, rimPart], interfaces, 'wheel')

  return {
    spokeHoles: hub.spokeHoles,
    crosses,
    sides: sides.map(({ side, lengthMm }) => ({
      side,
      lengthMm: Math.round(lengthMm * 10) / 10,
      spokes: selectSpokes(spokes, lengthMm)
        .slice(0, SPOKES_SHOWN)
        .flatMap((spoke) => {
          const part = terms.get(spoke.id)
          const count = (hub.spokeHoles / 2) * wheels
          return part ? { ...toProposedPart(part, count), lengthMm: spoke.lengthMm } : []
        }),
    })),
    lacking: describeUnsoldParts(
      sides.filter((_, n) => !chosenSpokes[n]),
      nippleId,
    ),
    lines: [...needed].map(([id, count]) => {
      const proposed = toProposedPart(terms.get(id) as PartWithTerms, count)
      return { ...proposed, needed: count, leftOver: proposed.quantity - count }
    }),
    drawing: rim.beadSeat ? toDrawingPath(query) : null,
    conflict: conflicts[0]?.why() ?? null,
  }
}

const refuseField = (field: string, detail: string) =>
  refuse('input_invalid', { detail, errors: { [field]: detail } })

function isElbowCompatible(
  elbow: PartInterface | undefined,
  { elbows }: SpokePart,
  { entries }: PartWithFits,
): boolean {
  if (!elbow) return true
  const holes = entries.filter((entry) => entry.interface === elbow.id && entry.role === 'offers')
  return elbows.some((needed) => holes.some(({ size }) => isCompatible(elbow, needed, size)))
}

/** Reads the ids of spokes and nipple. Undefined if the wheel is not recommended, or its nipple is not sold. */
async function readRecommendedBuild(
  db: Db,
  { hub, rim, crosses }: WheelQuery,
): Promise<Build | undefined> {
  return db
    .selectFrom('wheel_builds')
    .innerJoin('parts', 'parts.id', 'nipple_id')
    .select(['spoke_left_id as left', 'spoke_right_id as right', 'nipple_id as nipple'])
    .where('hub_id', '=', hub)
    .where('rim_id', '=', rim)
    .where('crosses', '=', crosses)
    .where('deleted_at', 'is', null)
    .orderBy('wheel_builds.id')
    .limit(1)
    .executeTakeFirst()
}

interface Build {
  left: string
  right: string
  nipple: string
}

/**
 * Chooses the spokes of the left and the right side: those of the recommended wheel, even without stock. Otherwise one
 * part for both sides, unless another part is in stock for a side. Otherwise the best part of each side.
 */
function chooseSpokes(
  spokes: SpokePart[],
  lengthsMm: number[],
  build: Build | undefined,
): (SpokePart | undefined)[] {
  const bySide = lengthsMm.map((lengthMm) => selectSpokes(spokes, lengthMm))
  const [left = [], right = []] = bySide
  const fromBuild = [
    left.find(({ id }) => id === build?.left),
    right.find(({ id }) => id === build?.right),
  ]
  if (fromBuild.every(Boolean)) return fromBuild
  const shared = left.find(
    (spoke) =>
      right.includes(spoke) && bySide.every(([best]) => spoke.isInStock === best?.isInStock),
  )
  return shared ? [shared, shared] : bySide.map(([best]) => best)
}

/** Finds the first nipple that the shop sells and that fits the chosen spokes and the rim. */
async function findNipple(
  db: Db,
  interfaces: Interfaces,
  chosenSpokes: (SpokePart | undefined)[],
  rim: PartWithFits,
): Promise<string | undefined> {
  const thread = interfaces.get('spoke.thread')
  const threads = chosenSpokes.flatMap((spoke) => spoke?.threads ?? [])
  if (!thread || threads.length === 0) return undefined
  const sizes = await createSizeReader(db)(thread, [threads])
  const search = { interface: thread.id, role: 'offers' as const, sizes, family: null }
  const nipples = await readPartsWithFits(db, (await findFittingParts(db, [search])).flat())
  return nipples.find(
    (nipple) => evaluateFit([nipple, rim], interfaces, 'wheel').conflicts.length === 0,
  )?.id
}

/** Computes the quantity of each part for all wheels. Each side has half of the spokes. */
function computeQuantities(
  { hub, rim, wheels }: WheelQuery,
  { spokeHoles }: HubDimensions,
  chosenSpokes: (SpokePart | undefined)[],
  nippleId: string | undefined,
): Map<string, number> {
  const counts = new Map([
    [hub, wheels],
    [rim, wheels],
  ])
  for (const spoke of chosenSpokes) {
    if (spoke) counts.set(spoke.id, (counts.get(spoke.id) ?? 0) + (spokeHoles / 2) * wheels)
  }
  if (nippleId) counts.set(nippleId, spokeHoles * wheels)
  return counts
}

/**
 * States which spokes or nipples the shop does not sell: "We do not sell spokes for the left side (291.8 mm)." Returns
 * null if it sells all. `sides` are those for which the shop sells no spokes.
 */
function describeUnsoldParts(
  sides: { side: string; lengthMm: number }[],
  nippleId: string | undefined,
): string | null {
  const lengths = sides.map(({ lengthMm }) => `${lengthMm.toFixed(1)} mm`)
  const [first, second] = lengths
  if (!first) return nippleId ? null : 'We do not sell nipples for this wheel.'
  if (!second) return `We do not sell spokes for the ${sides[0]?.side} side (${first}).`
  return first === second
    ? `We do not sell spokes for this wheel (${first}).`
    : `We do not sell spokes for the left side (${first}) and the right side (${second}).`
}
