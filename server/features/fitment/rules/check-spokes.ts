import type {
  FitCheckPurpose,
  FitEvaluation,
  InterfaceMembers,
  MissingNeed,
  SetMember,
} from './fit-check-types.ts'
import {
  formatLengths,
  isLaceable,
  type Lacing,
  listLacings,
  readHub,
  readRim,
  readSpokeLength,
} from './spoke-length.ts'

/** Maximum number of pairs of a hub and a rim that are compared. One bicycle has 2 × 2; a set with more is a stock. */
const PAIRS_MAXIMUM = 4

/**
 * Adds entries to `evaluation`: wrong spoke lengths, unusual crosses, and missing rims, spokes and
 * nipples. The fits of the parts do not contain these needs.
 */
export function checkSpokes(
  evaluation: FitEvaluation,
  byInterface: ReadonlyMap<string, InterfaceMembers>,
  purpose: FitCheckPurpose,
): void {
  const holes = byInterface.get('wheel.spokes')
  const hubs = holes?.offers.filter(isPart) ?? []
  const rims = holes?.needs.filter(isPart) ?? []
  const [hub] = hubs
  if (!hub) return
  const spokes = partsOf(byInterface.get('spoke.elbow')?.needs)
  const rimMembers = rims.map(({ member }) => member)
  const hubMembers = hubs.map(({ member }) => member)

  if (purpose === 'wheel') {
    const hubCount = sum(hubMembers.map(({ quantity }) => quantity ?? 1))
    const lacking = hubCount - sumQuantities(rimMembers)
    const needs = [[hub.size]]
    const isShort = rims.length > 0
    const entry = {
      kind: 'rim',
      interface: 'wheel.spokes',
      needs,
      isShort,
      neededBy: hubMembers,
    } as const
    if (lacking > 0) evaluation.missing.push({ ...entry, quantity: lacking })
  }
  if (rims.length === 0) return
  const holeCount = sum(rims.map(({ quantity, sizes }) => quantity * Number(sizes[0])))
  const { wrong, lacking, shown, isUsual } = compareLengths(
    spokes,
    listWheelLacings(hubMembers, rimMembers),
    holeCount,
  )
  for (const spoke of wrong) {
    const why = () =>
      `These spokes are ${readSpokeLength(spoke.attributes)} mm long. ${formatLengths(shown)}`
    evaluation.conflicts.push({
      a: spoke,
      b: hub.member,
      interface: 'spoke.elbow',
      why,
      exclusiveGroup: null,
      offer: undefined,
      needed: [],
    })
  }
  const [lacing] = shown
  const [spoke] = spokes
  if (spoke && lacing && !isUsual && wrong.length === 0) {
    const why = () => `These spokes are for a wheel with ${lacing.crosses} crosses.`
    evaluation.outside.push({ interface: 'spoke.elbow', counterpart: 'wheel', member: spoke, why })
  }
  if (purpose === 'profile') return
  addMissing('spokes', 'spoke.elbow', lacking, spokes.length > 0)
  const nipples = partsOf(byInterface.get('spoke.thread')?.offers)
  addMissing('nipples', 'spoke.thread', holeCount - sumQuantities(nipples), nipples.length > 0)

  /** Adds a missing need. For nipples, raises the quantity of the need that spokes have already added. */
  function addMissing(
    kind: MissingNeed['kind'],
    id: string,
    quantity: number,
    isShort: boolean,
  ): void {
    const existing = evaluation.missing.find((need) => kind === 'nipples' && need.interface === id)
    if (existing) existing.quantity = Math.max(existing.quantity, quantity)
    else if (quantity > 0)
      evaluation.missing.push({
        kind,
        interface: id,
        needs: [],
        quantity,
        isShort,
        neededBy: rimMembers,
      })
  }
}

/** False for the bike of a profile. */
const isPart = ({ member }: { member: SetMember }) => member.id !== null

/** Returns the parts with these needs or offers, without the bike of a profile. */
const partsOf = (uses: { member: SetMember }[] = []) =>
  uses.filter(isPart).map(({ member }) => member)

/** Lists the lacings of each possible wheel. Empty if a dimension is not known, or if there are too many pairs. */
function listWheelLacings(hubs: SetMember[], rims: SetMember[]): Lacing[][] {
  if (hubs.length * rims.length > PAIRS_MAXIMUM) return []
  const pairs = hubs.flatMap((hub) =>
    rims.map((rim) => [readHub(hub.attributes), readRim(rim.attributes)] as const),
  )
  if (pairs.some(([hub, rim]) => !hub || !rim)) return []
  return pairs.flatMap(([hub, rim]) =>
    hub && rim && hub.spokeHoles === rim.spokeHoles ? [listLacings(hub, rim)] : [],
  )
}

/**
 * Chooses the number of crosses that suits most spokes. Among equal ones, prefers the fewest missing spokes, then the
 * usual number. Returns the spokes of a wrong length, the number of missing spokes, and the lacings to show. With
 * several wheels, a spoke must suit one of them.
 */
function compareLengths(spokes: SetMember[], wheels: Lacing[][], holes: number) {
  const [first = [], second] = wheels
  const options = second ? [wheels.flat()] : first.map((lacing) => [lacing])
  const compared = (options.length > 0 ? options : [[]]).map((lacings, n) => {
    const sides = spokes.map((spoke) => ({ spoke, ...findLaceableSides(spoke, lacings) }))
    const wrong = sides.filter(({ left, right }) => !left && !right).map(({ spoke }) => spoke)
    const countSpokes = (isCounted: (one: (typeof sides)[number]) => boolean) =>
      sumQuantities(sides.filter(isCounted).map(({ spoke }) => spoke))
    const countUnfilled = (side: 'left' | 'right') =>
      Math.max(0, holes / 2 - countSpokes((one) => one[side] && one.left !== one.right))
    // Spokes for both sides fill either side. Spokes of a wrong length are conflicts, so they count as present.
    const lacking =
      lacings.length === 1
        ? countUnfilled('left') +
          countUnfilled('right') -
          countSpokes((one) => one.left === one.right)
        : holes - sumQuantities(spokes)
    const shown = second ? wheels.flatMap(([usual]) => usual ?? []) : lacings
    return { wrong, lacking: Math.max(0, lacking), shown, isUsual: n === 0 }
  })
  return compared.reduce((best, other) =>
    other.wrong.length < best.wrong.length ||
    (other.wrong.length === best.wrong.length && other.lacking < best.lacking)
      ? other
      : best,
  )
}

/** Returns the sides on which a spoke fits in any of the lacings. Both fit if no lacing or length is known. */
function findLaceableSides({ attributes }: SetMember, lacings: Lacing[]) {
  const length = readSpokeLength(attributes)
  const isLaceableOn = (side: 'left' | 'right') =>
    length === undefined ||
    lacings.length === 0 ||
    lacings.some((lacing) => isLaceable(length, lacing[side]))
  return { left: isLaceableOn('left'), right: isLaceableOn('right') }
}

/** Sums the quantities. A part without a quantity counts as unlimited. */
const sumQuantities = (members: SetMember[]) =>
  sum(members.map(({ quantity }) => quantity ?? Number.POSITIVE_INFINITY))

export const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
