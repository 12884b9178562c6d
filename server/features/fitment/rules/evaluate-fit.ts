import { isCompatible, type PartInterface } from '../../catalog/relations/compatibility.ts'
import {
  describeConflict,
  describeFit,
  describeNeed,
  describeNeeds,
  type Subject,
} from '../../catalog/relations/describe-fit.ts'

/** What a part, or the bike of a profile, needs or offers at an interface. */
export interface Joint {
  interface: string
  role: 'needs' | 'offers'
  size: string
}

/** A part of a checked set, or a bike. Without joints nothing is known about it. */
export interface FitMember extends Subject {
  /** The part's id. Null for a bike. */
  id: string | null
  /** Pieces of one unit of the job. */
  quantity: number
  joints: Joint[]
}

/** `loose`: stock for the shelf. `profile`: parts for a bike. The others are kinds of jobs. */
export type FitCheckKind = 'loose' | 'profile' | 'wheel' | 'bike' | 'free'

export interface FitPair {
  a: FitMember
  b: FitMember
  interface: string
  /** Returns the reason in a sentence. */
  why: () => string
}

export interface FitConflict extends FitPair {
  seat: string | null
  /** The sizes of `a` at `interface`. */
  needed: string[]
  /** What `b` offers instead, at `interface` or another one of its seat. Undefined if `b` has a need, too. */
  offer: { other: PartInterface; sizes: string[] } | undefined
}

/** A need of parts that nothing in the set meets. One counterpart meets each entry of `needs`. */
export interface MissingNeed {
  interface: string
  /** Alternative sizes of each need. */
  needs: string[][]
  /** Pieces for one unit of the job. */
  quantity: number
  /** The parts with this need. */
  of: FitMember[]
}

export interface FitEvaluation {
  fits: FitPair[]
  conflicts: FitConflict[]
  missing: MissingNeed[]
  /** Needs that the frame, the fork or the rider meets. */
  outside: { interface: string; counterpart: string; member: FitMember; why: () => string }[]
  /** Unmet needs of loose parts and of spares. */
  notes: { member: FitMember; why: () => string }[]
  /** Parts without data. */
  unknown: FitMember[]
}

/** A need: one of the sizes must be met, or all of them if the interface says so. */
interface Need {
  member: FitMember
  sizes: string[]
}

interface Offer {
  member: FitMember
  size: string
}

/**
 * Evaluates what fits in a set of parts. The bike of a profile offers and needs like a part, but nothing is
 * missing for its needs. Loose parts have no conflicts: their unmet needs are notes.
 */
export function evaluateFit(
  parts: FitMember[],
  interfaces: ReadonlyMap<string, PartInterface>,
  kind: FitCheckKind,
  bike?: FitMember,
): FitEvaluation {
  const found: FitEvaluation = {
    ...{ fits: [], conflicts: [], missing: [], outside: [], notes: [] },
    unknown: parts.filter(({ joints }) => joints.length === 0),
  }
  const sides = collectSides(bike ? [bike, ...parts] : parts, interfaces)
  const used = new Map([...sides].map(([id, side]) => [id, meetNeeds(side, bike, found.fits)]))

  const openSides = [...sides.values()].flatMap((side) => {
    const { definition } = side
    if (definition.spare) return []
    const unmet = used.get(definition.id)?.unmet ?? []
    const open = unmet.filter((need) => {
      const conflict = findBlocker(need, definition)
      if (conflict) found.conflicts.push(conflict)
      return !conflict
    })
    return { side, open, spares: kind === 'loose' ? [] : findSpares(side, unmet, open) }
  })
  const spares = new Set(openSides.flatMap((side) => side.spares.map(({ member }) => member)))

  for (const { side, open, spares: noted } of openSides) {
    const { definition } = side
    for (const need of noted)
      found.notes.push({ member: need.member, why: () => describeNeed(definition, need) })
    const contested = kind === 'loose' ? undefined : findContest(side, open)
    if (contested) found.conflicts.push(contested.conflict)
    const left = open.filter(
      (need) =>
        !contested?.needs.includes(need) && need.member !== bike && !spares.has(need.member),
    )
    if (left.length > 0 && !definition.optional) addUnmet(found, definition, left, kind)
  }
  if (kind === 'wheel') addSpokes(found, sides)
  return kind === 'loose' ? quieten(found) : found

  /**
   * Finds a part that takes the place of what is needed: it offers another size, or another interface of the seat.
   * A part that meets another need does not, unless a bicycle has one counterpart for all. A part of the other end of
   * the bicycle does not.
   */
  function findBlocker(need: Need, definition: PartInterface): FitConflict | undefined {
    for (const other of [definition, ...listRivals(definition, interfaces)]) {
      const taken = used.get(other.id)?.used
      const offers = sides.get(other.id)?.offers ?? []
      const isBlocking = ({ member, size }: Offer) =>
        member !== need.member &&
        isSameEnd(need, definition, other, size) &&
        (definition.shared || member === bike || !taken?.has(member))
      const b =
        offers.find((offer) => offer.member !== bike && isBlocking(offer))?.member ??
        offers.find(isBlocking)?.member
      if (!b) continue
      const offer = { other, subject: b, sizes: listSizes(offers, b) }
      const seat = other === definition ? null : (definition.seat ?? null)
      return {
        ...{ a: need.member, b, interface: definition.id, seat, offer, needed: need.sizes },
        why: () => describeConflict(definition, need, offer),
      }
    }
    return undefined
  }
}

/** False if an offer is for the rear of a bicycle and the need for its front, or the other way round. */
function isSameEnd(
  { sizes }: Need,
  definition: PartInterface,
  other: PartInterface,
  offered: string,
): boolean {
  const end = other.ends?.findIndex((size) => size.includes(offered))
  return end === undefined || sizes.some((size) => definition.ends?.[end]?.includes(size) ?? true)
}

const listSizes = (offers: Offer[], member: FitMember) =>
  offers.flatMap((offer) => (offer.member === member ? offer.size : []))

/** The needs and offers of a set at one interface. */
interface Side {
  definition: PartInterface
  needs: Need[]
  offers: Offer[]
}

function collectSides(members: FitMember[], interfaces: ReadonlyMap<string, PartInterface>) {
  const sides = new Map<string, Side>()
  for (const member of members) {
    for (const joint of member.joints) {
      const definition = interfaces.get(joint.interface)
      if (!definition) continue
      const side = sides.get(definition.id) ?? { definition, needs: [], offers: [] }
      sides.set(definition.id, side)
      if (joint.role === 'offers') side.offers.push({ member, size: joint.size })
      else {
        const need = side.needs.at(-1)
        if (need?.member === member) need.sizes.push(joint.size)
        else side.needs.push({ member, sizes: [joint.size] })
      }
    }
  }
  return sides
}

/** Finds the first part that meets each need. Returns the unmet needs and the members that met one. */
function meetNeeds(
  { definition, needs, offers }: Side,
  bike: FitMember | undefined,
  fits: FitPair[],
) {
  const byNeed = new Map<string, Offer[]>()
  const used = new Set<FitMember>()
  const unmet = needs.filter((need) => {
    const key = need.sizes.join('|')
    const accepted = byNeed.get(key) ?? offers.filter(({ size }) => meets(definition, need, size))
    byNeed.set(key, accepted)
    const others = accepted.filter(({ member }) => member !== need.member)
    const isMet = definition.all_needs
      ? need.sizes.every((needed) =>
          others.some(({ size }) => isCompatible(definition, needed, size)),
        )
      : others.length > 0
    if (!isMet) return true
    for (const { member } of others) used.add(member)
    const b = (others.find(({ member }) => member !== bike) ?? others[0])?.member as FitMember
    const offer = { subject: b, other: definition, sizes: listSizes(others, b) }
    const why = () => describeFit(definition, need, offer)
    fits.push({ a: need.member, b, interface: definition.id, why })
    return false
  })
  return { unmet, used }
}

const meets = (definition: PartInterface, need: Need, offered: string) =>
  need.sizes.some((needed) => isCompatible(definition, needed, offered))

/**
 * Finds needs of wear parts of a kind that already fits, such as a second tube with another valve. They are spares for
 * another bicycle: nothing is missing for them.
 */
function findSpares({ definition, needs }: Side, unmet: Need[], open: Need[]): Need[] {
  if (!definition.wears) return []
  const fitting = new Set(
    needs.flatMap((need) => (unmet.includes(need) ? [] : (need.member.noun ?? []))),
  )
  return open.filter(({ member: { noun } }) => noun !== null && fitting.has(noun))
}

/** Lists the other interfaces of the same seat. */
function listRivals(definition: PartInterface, interfaces: ReadonlyMap<string, PartInterface>) {
  if (!definition.seat) return []
  return [...interfaces.values()].filter(
    (other) => other.seat === definition.seat && other.id !== definition.id,
  )
}

/**
 * Finds two needs that no single counterpart meets, such as those of a 9-speed cassette and a 12-speed derailleur.
 * Returns the needs that are part of the contest, so that they are not missing, too.
 */
function findContest(
  { definition, needs, offers }: Side,
  open: Need[],
): { conflict: FitConflict; needs: Need[] } | undefined {
  const isOffered = offers.length > 0
  if (!definition.shared || definition.pattern !== undefined) return undefined
  if (!isOffered && definition.optional) return undefined
  const sizes = isOffered ? [...new Set(offers.map(({ size }) => size))] : definition.sizes
  const all = isOffered ? needs : open
  // One need of each kind is enough: 500 parts have few different ones.
  const contestants = [...Map.groupBy(all, ({ sizes }) => sizes.join('|')).values()].flatMap(
    ([first]) => first ?? [],
  )
  const metBy = contestants.map((need) => sizes.filter((size) => meets(definition, need, size)))
  for (const [n, need] of contestants.entries()) {
    const own = metBy[n] ?? []
    const rival = contestants.find((_, m) => {
      const others = metBy[m] ?? []
      const isContested = own.length > 0 && others.length > 0
      return m > n && isContested && !others.some((size) => own.includes(size))
    })
    if (!rival || rival.member === need.member) continue
    return {
      conflict: {
        ...{ a: need.member, b: rival.member, interface: definition.id, seat: null },
        ...{ offer: undefined, needed: need.sizes },
        why: () => describeNeeds(definition, need, rival),
      },
      needs: all,
    }
  }
  return undefined
}

function addUnmet(
  found: FitEvaluation,
  definition: PartInterface,
  needs: Need[],
  kind: FitCheckKind,
): void {
  const isOutside =
    definition.counterpart !== 'catalogue' || (kind === 'wheel' && definition.assembly !== 'wheel')
  if (!isOutside) found.missing.push(...groupMissing(definition, needs))
  const { counterpart } = definition
  for (const need of needs) {
    const why = () => describeNeed(definition, need)
    if (kind === 'loose') found.notes.push({ member: need.member, why })
    else if (isOutside) {
      const owner = counterpart === 'catalogue' ? 'rest of the bicycle' : counterpart
      const entry = { interface: definition.id, counterpart: owner, member: need.member, why }
      found.outside.push(entry)
    }
  }
}

/** Groups needs that one counterpart meets. A kit has all sizes; a shared counterpart serves all parts. */
function groupMissing(definition: PartInterface, needs: Need[]): MissingNeed[] {
  const groups = Map.groupBy(needs, ({ sizes }) => sizes.join('|'))
  const entries = [...groups.values()].map((group) => ({
    interface: definition.id,
    needs: [group[0]?.sizes ?? []],
    quantity: definition.shared ? 1 : sum(group.map(({ member }) => member.quantity)),
    of: group.map(({ member }) => member),
  }))
  if (!definition.kit && !definition.shared) return entries
  return [
    {
      interface: definition.id,
      needs: entries.flatMap((entry) => entry.needs),
      quantity: Math.max(...entries.map(({ quantity }) => quantity)),
      of: entries.flatMap(({ of }) => of),
    },
  ]
}

/** A wheel of hub and rim needs as many spokes and nipples as the rim has holes. No part states this need. */
function addSpokes(found: FitEvaluation, sides: Map<string, Side>): void {
  const rims = sides.get('wheel.spokes')
  const hasHub = rims?.offers.length
  const holes = sum(
    rims?.needs.map(({ member, sizes }) => member.quantity * Number(sizes[0])) ?? [],
  )
  const spokes = sides.get('spoke.elbow')?.needs ?? []
  if (!hasHub || holes === 0 || spokes.length > 0) return
  const of = rims.needs.map(({ member }) => member)
  const add = (id: string) => found.missing.push({ interface: id, needs: [], quantity: holes, of })
  add('spoke.elbow')
  if (!sides.get('spoke.thread')?.offers.length) add('spoke.thread')
}

/** Turns conflicts of loose parts into notes. Nothing is missing on a shelf. */
function quieten(found: FitEvaluation): FitEvaluation {
  const notes = found.conflicts.map(({ a, why }) => ({ member: a, why }))
  return { ...found, conflicts: [], missing: [], outside: [], notes: [...notes, ...found.notes] }
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
