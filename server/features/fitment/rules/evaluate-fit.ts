import {
  describeConflict,
  describeConflictingNeeds,
  describeMetNeed,
  describeNeed,
} from '../../catalog/relations/describe-fit.ts'
import {
  isCompatible,
  type PartInterface,
} from '../../catalog/relations/interface-compatibility.ts'
import { allocateCounterparts, type Counterpart } from './allocate-counterparts.ts'
import { checkSpokes, sum } from './check-spokes.ts'
import type {
  FitCheckPurpose,
  FitConflict,
  FitEvaluation,
  InterfaceMembers,
  MemberPair,
  MissingNeed,
  Need,
  SetMember,
} from './fit-check-types.ts'

/**
 * Evaluates the fits of a set of parts. The bike of a profile offers and needs like a part, but its
 * own unmet needs are not missing parts. For separate parts, conflicts and unmet needs become notes.
 */
export function evaluateFit(
  parts: SetMember[],
  interfaces: ReadonlyMap<string, PartInterface>,
  purpose: FitCheckPurpose,
  bike?: SetMember,
): FitEvaluation {
  const evaluation: FitEvaluation = {
    metNeeds: [],
    conflicts: [],
    missing: [],
    outside: [],
    notes: [],
    unknown: parts.filter(({ entries }) => entries.length === 0),
  }
  const byInterface = groupByInterface(bike ? [bike, ...parts] : parts, interfaces)
  const met = new Map(
    [...byInterface].map(([id, members]) => [id, meetNeeds(members, bike, evaluation.metNeeds)]),
  )

  const entries = [...byInterface.values()].flatMap((members) => {
    const { definition } = members
    if (definition.ignoredIfUnmet) return []
    const unmet = met.get(definition.id)?.unmet ?? []
    const unmetWithoutConflict = unmet.filter((need) => {
      const conflict = findConflict(need, definition)
      if (conflict) evaluation.conflicts.push(conflict)
      return !conflict
    })
    return {
      members,
      unmetWithoutConflict,
      spares: purpose === 'separate' ? [] : findSpareNeeds(members, unmet, unmetWithoutConflict),
    }
  })
  const spares = new Set(entries.flatMap((entry) => entry.spares.map(({ member }) => member)))

  for (const { members, unmetWithoutConflict, spares: noted } of entries) {
    const { definition } = members
    for (const need of noted)
      evaluation.notes.push({ member: need.member, why: () => describeNeed(definition, need) })
    const competing =
      purpose === 'separate' ? undefined : findConflictingNeeds(members, unmetWithoutConflict)
    if (competing) evaluation.conflicts.push(competing.conflict)
    const shortNeeds = purpose === 'separate' ? [] : findShortNeeds(members, bike)
    const remaining = [...unmetWithoutConflict, ...shortNeeds].filter(
      (need) =>
        !competing?.needs.includes(need) && need.member !== bike && !spares.has(need.member),
    )
    if (remaining.length > 0 && !definition.optional)
      addUnmetNeeds(evaluation, definition, remaining, purpose)
  }
  if (purpose === 'separate') return convertConflictsToNotes(evaluation)
  checkSpokes(evaluation, byInterface, purpose)
  return evaluation

  /**
   * Finds a part that conflicts with the need, because it offers another size, or another interface of the
   * exclusive group. Ignores a part that meets another need, unless one counterpart serves all parts of a
   * bicycle. Ignores a part at the other end of the bicycle, and a bike that can have several sizes.
   */
  function findConflict(need: Need, definition: PartInterface): FitConflict | undefined {
    if (need.isPartlyKnown) return undefined
    for (const other of [definition, ...listExclusiveInterfaces(definition, interfaces)]) {
      const used = met.get(other.id)?.used
      const offers = byInterface.get(other.id)?.offers ?? []
      const isConflicting = ({ member, size }: InterfaceMembers['offers'][number]) =>
        member !== need.member &&
        !(other.coexist && member === bike) &&
        isSameEnd(need, definition, other, size) &&
        (definition.shared || member === bike || !used?.has(member))
      const b =
        offers.find((offer) => offer.member !== bike && isConflicting(offer))?.member ??
        offers.find(isConflicting)?.member
      if (!b) continue
      const offer = { other, subject: b, sizes: listSizes(offers, b) }
      const exclusiveGroup = other === definition ? null : (definition.exclusiveGroup ?? null)
      return {
        a: need.member,
        b,
        interface: definition.id,
        exclusiveGroup,
        offer,
        needed: need.sizes,
        why: () => describeConflict(definition, need, offer),
      }
    }
    return undefined
  }
}

/** False if the offer is for the rear of a bicycle and the need for the front, or the reverse. */
function isSameEnd(
  { sizes }: Need,
  definition: PartInterface,
  other: PartInterface,
  offered: string,
): boolean {
  const end = other.ends?.findIndex((size) => size.includes(offered))
  return end === undefined || sizes.some((size) => definition.ends?.[end]?.includes(size) ?? true)
}

const listSizes = (offers: InterfaceMembers['offers'], member: SetMember) =>
  offers.flatMap((offer) => (offer.member === member ? offer.size : []))

function groupByInterface(set: SetMember[], interfaces: ReadonlyMap<string, PartInterface>) {
  const byInterface = new Map<string, InterfaceMembers>()
  for (const member of set) {
    for (const { interface: id, role, size } of member.entries) {
      const definition = interfaces.get(id)
      if (!definition) continue
      const members = byInterface.get(id) ?? { definition, needs: [], offers: [] }
      byInterface.set(id, members)
      if (role === 'offers') members.offers.push({ member, size })
      else {
        const need = members.needs.at(-1)
        if (need?.member === member) need.sizes.push(size)
        else members.needs.push({ member, sizes: [size], quantity: member.quantity ?? 1 })
      }
    }
  }
  return byInterface
}

/** Adds each met need to `metNeeds`. Returns the unmet needs, and the members that meet a need. */
function meetNeeds(
  { definition, needs, offers }: InterfaceMembers,
  bike: SetMember | undefined,
  metNeeds: MemberPair[],
) {
  const byNeed = new Map<string, typeof offers>()
  const used = new Set<SetMember>()
  const unmet = needs.flatMap((need) => {
    const key = need.sizes.join('|')
    const accepted = byNeed.get(key) ?? offers.filter(({ size }) => meets(definition, need, size))
    byNeed.set(key, accepted)
    const others = accepted.filter(({ member }) => member !== need.member)
    const b = (others.find(({ member }) => member !== bike) ?? others[0])?.member
    if (!b) return need
    const isMet = (needed: string) =>
      others.some(({ size }) => isCompatible(definition, needed, size))
    const unmetSizes = definition.all_needs ? need.sizes.filter((size) => !isMet(size)) : []
    // If the counterpart offers fewer sizes than the part needs, further sizes of the counterpart
    // are not known.
    const isPartlyKnown = listSizes(offers, b).length < need.sizes.length
    if (unmetSizes.length > 0 && !isPartlyKnown) return need
    for (const { member } of others) used.add(member)
    const met = { ...need, sizes: need.sizes.filter((size) => !unmetSizes.includes(size)) }
    const offer = { subject: b, other: definition, sizes: listSizes(others, b) }
    const why = () => describeMetNeed(definition, met, offer)
    metNeeds.push({ a: need.member, b, interface: definition.id, why })
    return unmetSizes.length > 0 ? { ...need, sizes: unmetSizes, isPartlyKnown } : []
  })
  return { unmet, used }
}

const meets = (definition: PartInterface, need: Need, offered: string) =>
  need.sizes.some((needed) => isCompatible(definition, needed, offered))

/**
 * Of the unmet needs without a conflict, returns those of spare wear parts. Example: one tube fits, and a second tube
 * has another valve. The second tube is a spare for another bicycle, so its needs are not reported as missing.
 */
function findSpareNeeds(
  { definition, needs }: InterfaceMembers,
  unmet: Need[],
  unmetWithoutConflict: Need[],
): Need[] {
  if (!definition.wears) return []
  const fitting = new Set(
    needs.flatMap((need) => (unmet.includes(need) ? [] : (need.member.noun ?? []))),
  )
  return unmetWithoutConflict.filter(({ member: { noun } }) => noun !== null && fitting.has(noun))
}

/**
 * At a counted interface, returns the met needs that have too few counterparts. Their `quantity` is the number of
 * missing ones. Returns none if no part has a quantity.
 */
function findShortNeeds(
  { definition, needs, offers }: InterfaceMembers,
  bike: SetMember | undefined,
): Need[] {
  if (!definition.counted || needs.every(({ member }) => member.quantity === null)) return []
  const counterparts = new Map<SetMember, Counterpart>()
  for (const { member, size } of offers) {
    const count =
      member === bike || member.quantity === null
        ? Number.POSITIVE_INFINITY
        : member.quantity * (definition.serves?.[size] ?? 1)
    const free = Math.max(counterparts.get(member)?.free ?? 0, count)
    counterparts.set(member, { free, allocated: new Map() })
  }
  const met = needs.flatMap((need) => {
    const accepted = offers.flatMap(({ member, size }) =>
      member !== need.member && meets(definition, need, size)
        ? (counterparts.get(member) ?? [])
        : [],
    )
    const key = [need.sizes, need.member.id].join()
    return accepted.length > 0
      ? { need, key, quantity: need.quantity, counterparts: [...new Set(accepted)] }
      : []
  })
  // Needs with the fewest possible counterparts take theirs first. The key makes the result independent of the sequence
  // of the set.
  met.sort((a, b) => a.counterparts.length - b.counterparts.length || (a.key < b.key ? -1 : 1))
  const missing = allocateCounterparts(met)
  return met.flatMap(({ need }, n) => {
    const quantity = missing[n] ?? 0
    return quantity > 0 ? { ...need, quantity, isShort: true } : []
  })
}

/** Lists the other interfaces of the same exclusive group. */
function listExclusiveInterfaces(
  definition: PartInterface,
  interfaces: ReadonlyMap<string, PartInterface>,
) {
  const { id, exclusiveGroup } = definition
  if (!exclusiveGroup) return []
  return [...interfaces.values()].filter(
    (other) => other.exclusiveGroup === exclusiveGroup && other.id !== id,
  )
}

/**
 * Finds two needs that no single counterpart meets, such as those of a 9-speed cassette and a
 * 12-speed derailleur. Also returns all competing needs, so that they are not reported as missing.
 */
function findConflictingNeeds(
  { definition, needs, offers }: InterfaceMembers,
  unmetWithoutConflict: Need[],
): { conflict: FitConflict; needs: Need[] } | undefined {
  const isOffered = offers.length > 0
  if (!definition.shared || definition.pattern !== undefined) return undefined
  if (!isOffered && definition.optional) return undefined
  const sizes = isOffered ? [...new Set(offers.map(({ size }) => size))] : definition.sizes
  const all = isOffered ? needs : unmetWithoutConflict
  // One need for each combination of sizes is enough, because 500 parts have only a few.
  const distinctNeeds = [...Map.groupBy(all, ({ sizes }) => sizes.join('|')).values()].flatMap(
    ([first]) => first ?? [],
  )
  const metBy = distinctNeeds.map((need) => sizes.filter((size) => meets(definition, need, size)))
  for (const [n, need] of distinctNeeds.entries()) {
    const own = metBy[n] ?? []
    const other = distinctNeeds.find((_, m) => {
      const others = metBy[m] ?? []
      const haveCounterparts = own.length > 0 && others.length > 0
      return m > n && haveCounterparts && !others.some((size) => own.includes(size))
    })
    if (!other || other.member === need.member) continue
    return {
      conflict: {
        a: need.member,
        b: other.member,
        interface: definition.id,
        exclusiveGroup: null,
        offer: undefined,
        needed: need.sizes,
        why: () => describeConflictingNeeds(definition, need, other),
      },
      needs: all,
    }
  }
  return undefined
}

function addUnmetNeeds(
  evaluation: FitEvaluation,
  definition: PartInterface,
  needs: Need[],
  purpose: FitCheckPurpose,
): void {
  const isOutside =
    definition.counterpart !== 'catalogue' ||
    (purpose === 'wheel' && definition.assembly !== 'wheel')
  if (!isOutside) evaluation.missing.push(...groupMissing(definition, needs))
  const { counterpart } = definition
  for (const need of needs) {
    const why = () => describeNeed(definition, need)
    if (purpose === 'separate') evaluation.notes.push({ member: need.member, why })
    else if (isOutside) {
      const owner = counterpart === 'catalogue' ? 'rest of the bicycle' : counterpart
      const entry = { interface: definition.id, counterpart: owner, member: need.member, why }
      evaluation.outside.push(entry)
    }
  }
}

/** Groups needs that one counterpart meets. A kit meets all sizes; a shared counterpart serves all parts. */
function groupMissing(definition: PartInterface, needs: Need[]): MissingNeed[] {
  const groups = Map.groupBy(needs, ({ sizes }) => sizes.join('|'))
  const entries = [...groups.values()].map((group) => ({
    interface: definition.id,
    needs: [group[0]?.sizes ?? []],
    quantity: definition.shared ? 1 : sum(group.map(({ quantity }) => quantity)),
    isShort: group.every(({ isShort }) => isShort),
    neededBy: group.map(({ member }) => member),
  }))
  if (!definition.kit && !definition.shared) return entries
  return [
    {
      interface: definition.id,
      needs: entries.flatMap((entry) => entry.needs),
      quantity: Math.max(...entries.map(({ quantity }) => quantity)),
      isShort: entries.every(({ isShort }) => isShort),
      neededBy: entries.flatMap(({ neededBy }) => neededBy),
    },
  ]
}

/** For separate parts: turns conflicts into notes. Nothing is missing, because the parts need not fit each other. */
function convertConflictsToNotes(evaluation: FitEvaluation): FitEvaluation {
  const notes = evaluation.conflicts.map(({ a, why }) => ({ member: a, why }))
  return {
    ...evaluation,
    conflicts: [],
    missing: [],
    outside: [],
    notes: [...notes, ...evaluation.notes],
  }
}
