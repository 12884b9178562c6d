import type { FitCheck } from '@freehub/contract/fitment/fitment'
import type { Db } from '../../platform/database/connections/connect.ts'
import { readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { formatNeed } from '../catalog/relations/describe-fit.ts'
import { isCompatible, type PartInterface } from '../catalog/relations/interface-compatibility.ts'
import {
  createSizeReader,
  type FitSearch,
  findFittingParts,
  type ReadSizes,
} from './find-fitting-parts.ts'
import { type PartWithFits, readPartsWithFits } from './read-parts-with-fits.ts'
import { evaluateFit } from './rules/evaluate-fit.ts'
import type {
  FitCheckPurpose,
  FitConflict,
  FitEvaluation,
  MissingNeed,
  SetMember,
} from './rules/fit-check-types.ts'
import { toProposedPart } from './to-proposed-part.ts'
import { findSpokes } from './wheels/find-spokes.ts'

/** A set of parts with the result of its fit check. */
export interface CheckedSet {
  parts: PartWithFits[]
  interfaces: ReadonlyMap<string, PartInterface>
  purpose: FitCheckPurpose
  bike: SetMember | undefined
  evaluation: FitEvaluation
  /** Number of units that are built. The quantities of the proposals are for all of them. */
  times: number
}

/** Maximum number of conflicts, and of missing parts, with proposals. */
const WITH_PROPOSALS_MAXIMUM = 12
/** Maximum number of proposals for one conflict or one missing part. */
const PROPOSALS_MAXIMUM = 3
/** Maximum size of a set that is evaluated again with each proposal. */
const TRIED_SET_MAXIMUM = 100

type Instead = FitCheck['conflicts'][number]['instead']
type Missing = FitCheck['missing'][number]

/** Proposes replacements that resolve conflicts, and parts that meet missing needs. */
export async function proposeChanges(
  db: Db,
  set: CheckedSet,
): Promise<{ instead: Map<FitConflict, Instead>; missing: Missing[] }> {
  if (set.evaluation.conflicts.length === 0 && set.evaluation.missing.length === 0)
    return { instead: new Map(), missing: [] }
  const conflicts = set.evaluation.conflicts.slice(0, WITH_PROPOSALS_MAXIMUM)
  const missing = set.evaluation.missing.slice(0, WITH_PROPOSALS_MAXIMUM)
  const readSizes = createSizeReader(db)
  const searches = (
    await Promise.all([
      ...conflicts.map((conflict) => buildReplacementSearches(readSizes, set, conflict)),
      ...missing.map((need) => buildMissingSearches(readSizes, set, need)),
    ])
  ).flat()
  const ids = await findFittingParts(db, searches)
  const [spokes, members] = await Promise.all([
    findWheelSpokes(db, set),
    readPartsWithFits(db, [...new Set(ids.flat())]),
  ])
  const byId = new Map([...members, ...spokes].map((member) => [member.id, member]))
  const candidates = searches.flatMap((search, n) =>
    (ids[n] ?? []).flatMap((id) => ({ ...search, member: byId.get(id) as PartWithFits })),
  )
  const terms = await readPartsWithTerms(db, [...byId.keys()])
  const propose = (member: PartWithFits, quantity: number) => {
    const part = terms.get(member.id)
    return part && toProposedPart(part, quantity * set.times)
  }

  const instead = new Map(
    conflicts.map((conflict) => {
      const wrongSpokes =
        isSpokeLengthConflict(conflict) && set.parts.find((part) => part === conflict.a)
      const replacements = wrongSpokes
        ? spokes.map((member) => ({ member, replaces: wrongSpokes }))
        : candidates.filter(({ reason }) => reason === conflict)
      const tried = replacements.flatMap(({ replaces, member }) =>
        replaces ? { replaces, member, ...tryReplacement(set, replaces, member) } : [],
      )
      const better = tried
        .filter(({ conflicts }) => conflicts < set.evaluation.conflicts.length)
        .sort((a, b) => a.conflicts - b.conflicts)
      const proposals = better.slice(0, PROPOSALS_MAXIMUM).flatMap(({ replaces, member }) => {
        const proposed = propose(member, replaces.quantity ?? 1)
        return proposed ? { ...proposed, replaces: replaces.id as string } : []
      })
      return [conflict, proposals]
    }),
  )

  const described = set.evaluation.missing.map((need) => {
    const members =
      need.kind === 'spokes'
        ? spokes
        : candidates.flatMap(({ reason, member }) => (reason === need ? member : []))
    const tried = members
      .map((member) => ({ member, ...tryAddition(set, member, need) }))
      .filter(({ conflicts }) => conflicts <= set.evaluation.conflicts.length)
      .sort((a, b) => a.missing - b.missing)
    const choices = tried
      .slice(0, PROPOSALS_MAXIMUM)
      .flatMap(({ member }) => propose(member, need.quantity) ?? [])
    return { ...describeMissing(set, need), choices: missing.includes(need) ? choices : null }
  })
  return { instead, missing: removeRepeatedChoices(described) }
}

interface ReasonedSearch extends FitSearch {
  reason: FitConflict | MissingNeed
  /** The part of the set that a candidate replaces. */
  replaces?: PartWithFits
}

/**
 * Builds the searches for a replacement of `b`: parts of its family that offer what `a` needs. Also builds those for a
 * replacement of `a`: parts of its family that need what `b` offers. Builds no search if the conflict has no offer.
 */
async function buildReplacementSearches(
  readSizes: ReadSizes,
  { parts, interfaces }: CheckedSet,
  conflict: FitConflict,
): Promise<ReasonedSearch[]> {
  const { a, b, needed, offer } = conflict
  const definition = interfaces.get(conflict.interface)
  if (!definition || !offer) return []
  const searches: ReasonedSearch[] = []
  const partA = parts.find((part) => part === a)
  const partB = parts.find((part) => part === b)
  if (partB) {
    const sizes = await readSizes(definition, [needed])
    const search = { interface: definition.id, role: 'offers' as const, sizes }
    searches.push({ ...search, family: partB.familyCode, reason: conflict, replaces: partB })
  }
  if (partA) {
    const { other, sizes: offered } = offer
    const sizes = (other.pattern === undefined ? other.sizes : []).filter((size) =>
      offered.some((one) => isCompatible(other, size, one)),
    )
    const search = { interface: other.id, role: 'needs' as const, sizes }
    searches.push({ ...search, family: partA.familyCode, reason: conflict, replaces: partA })
  }
  return searches
}

async function buildMissingSearches(
  readSizes: ReadSizes,
  { interfaces }: CheckedSet,
  need: MissingNeed,
): Promise<ReasonedSearch[]> {
  const definition = interfaces.get(need.interface)
  if (!definition || need.kind === 'spokes') return []
  if (need.kind === 'rim') {
    const sizes = need.needs.flat()
    return [{ interface: need.interface, role: 'needs', sizes, family: null, reason: need }]
  }
  // A kit has a size for each need. `proposeChanges` later prefers candidates that meet all needs.
  const sizes = await readSizes(definition, definition.kit ? need.needs.slice(0, 1) : need.needs)
  const search = { interface: need.interface, role: 'offers' as const, sizes }
  return [{ ...search, family: null, reason: need }]
}

/** True for a conflict of spoke lengths. Other conflicts at `spoke.elbow` have an offer. */
const isSpokeLengthConflict = (conflict: FitConflict) =>
  conflict.interface === 'spoke.elbow' && !conflict.offer

/** Finds spokes if some are missing or have a wrong length. Finds none unless the set has one hub and one rim. */
async function findWheelSpokes(db: Db, { parts, evaluation }: CheckedSet): Promise<PartWithFits[]> {
  if (
    !evaluation.missing.some(({ kind }) => kind === 'spokes') &&
    !evaluation.conflicts.some(isSpokeLengthConflict)
  )
    return []
  const findWheelParts = (role: 'needs' | 'offers') =>
    parts.filter(({ entries }) =>
      entries.some((entry) => entry.interface === 'wheel.spokes' && entry.role === role),
    )
  const [hub, otherHub] = findWheelParts('offers')
  const [rim, otherRim] = findWheelParts('needs')
  if (!hub || !rim || otherHub || otherRim) return []
  return readPartsWithFits(db, await findSpokes(db, hub, rim))
}

function tryReplacement(set: CheckedSet, replaced: PartWithFits, member: PartWithFits) {
  const candidate = { ...member, quantity: replaced.quantity }
  const parts = set.parts.map((part) => (part === replaced ? candidate : part))
  return tryParts(set, parts, { conflicts: set.evaluation.conflicts.length - 1, missing: 0 })
}

function tryAddition(set: CheckedSet, member: PartWithFits, { quantity }: MissingNeed) {
  const parts = [...set.parts, { ...member, quantity }]
  return tryParts(set, parts, { conflicts: 0, missing: 0 })
}

/** Evaluates a changed set. Returns the assumption for a set above TRIED_SET_MAXIMUM. */
function tryParts(
  { interfaces, purpose, bike }: CheckedSet,
  parts: PartWithFits[],
  assumedIfTooLarge: { conflicts: number; missing: number },
) {
  if (parts.length > TRIED_SET_MAXIMUM) return assumedIfTooLarge
  const { conflicts, missing } = evaluateFit(parts, interfaces, purpose, bike)
  return { conflicts: conflicts.length, missing: missing.length }
}

function describeMissing({ interfaces }: CheckedSet, need: MissingNeed): Omit<Missing, 'choices'> {
  const definition = interfaces.get(need.interface) as PartInterface
  return {
    interface: need.interface,
    name: definition.name,
    sizes: listSizes(need),
    quantity: need.quantity,
    why: formatMissing(definition, need),
    of: need.neededBy.flatMap(({ id }) => id ?? []),
  }
}

/** Formats a missing need, also one that is only partly met: "The rim needs 4 more spokes." */
function formatMissing(definition: PartInterface, need: MissingNeed): string {
  const { needs, quantity, isShort, neededBy } = need
  const [first] = neededBy
  const subject = first?.noun ? `The ${first.noun}` : (first?.name ?? '')
  const remainder =
    isShort && needs.length > 0 ? ` ${quantity} more ${quantity === 1 ? 'is' : 'are'} needed.` : ''
  return `${subject} needs ${formatNeededParts(definition, need)}.${remainder}`
}

function formatNeededParts(definition: PartInterface, need: MissingNeed): string {
  const { kind, needs, quantity, isShort } = need
  if (!kind) return needs.map((sizes) => formatNeed(definition, sizes)).join(' and ')
  if (kind === 'rim') return `a rim with ${listSizes(need).join()} holes`
  // The other kinds are plural: spokes and nipples.
  const noun = quantity === 1 ? kind.slice(0, -1) : kind
  return `${quantity}${isShort ? ' more' : ''} ${noun}`
}

const listSizes = ({ needs }: MissingNeed) => [...new Set(needs.flat())]

/**
 * Of the interfaces with the same first choice, keeps the one with the largest quantity. For example, one rim meets the
 * width and the diameter of a tyre. Needs of one interface stay, because each of them needs its own part.
 */
function removeRepeatedChoices(missing: Missing[]): Missing[] {
  const byChoice = Map.groupBy(missing, (need) => need.choices?.[0]?.productId ?? need)
  return [...byChoice.values()].flatMap((needs) => {
    const byInterface = [...Map.groupBy(needs, (need) => need.interface).values()]
    return byInterface.toSorted((a, b) => sumQuantities(b) - sumQuantities(a))[0] ?? []
  })
}

const sumQuantities = (needs: Missing[]) => needs.reduce((sum, { quantity }) => sum + quantity, 0)
