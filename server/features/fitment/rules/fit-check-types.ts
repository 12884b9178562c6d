import type { FitEntry } from '@freehub/contract/catalog/parts'
import type { Subject } from '../../catalog/relations/describe-fit.ts'
import type { PartInterface } from '../../catalog/relations/interface-compatibility.ts'

/** A part of a checked set, or the bike of a profile. */
export interface SetMember extends Subject {
  /** The part's id. Null for a bike. */
  id: string | null
  /** Quantity for one unit of the job. Null outside jobs: the part counts once, and any quantity suffices. */
  quantity: number | null
  /** Needs and offers. Empty if those of a part are not known. */
  entries: FitEntry[]
  /** Dimensions of hubs, rims and spokes. */
  attributes?: Record<string, unknown>
}

/** `separate`: parts that need not fit each other. `profile`: parts for a bike. The other values are kinds of jobs. */
export type FitCheckPurpose = 'separate' | 'profile' | 'wheel' | 'bike' | 'free'

/** `a` has a need at the interface. `b` meets this need, or conflicts with it. */
export interface MemberPair {
  a: SetMember
  b: SetMember
  interface: string
  /** Returns the reason as a sentence. */
  why: () => string
}

export interface FitConflict extends MemberPair {
  /** The group of both interfaces, if `b` offers another interface than `a` needs. */
  exclusiveGroup: string | null
  /** The sizes of `a` at `interface`. */
  needed: string[]
  /**
   * What `b` offers instead, at `interface` or at another interface of the group. Undefined if the need of `a`
   * conflicts with a need of `b`, and for spoke lengths.
   */
  offer: { other: PartInterface; sizes: string[] } | undefined
}

/** A need that no part of the set meets. One counterpart meets all entries of `needs`. */
export interface MissingNeed {
  interface: string
  /** The needs, each with its alternative sizes. */
  needs: string[][]
  /** Quantity for one unit of the job. */
  quantity: number
  /** True if the set has a counterpart, but in too small a quantity. */
  isShort: boolean
  /** The parts with this need. */
  neededBy: SetMember[]
  /** The kind of the missing part, if the number of spoke holes requires it instead of a part's need. */
  kind?: 'rim' | 'spokes' | 'nipples'
}

export interface FitEvaluation {
  /** Each met need, with the first part that meets it, or else the bike. */
  metNeeds: MemberPair[]
  conflicts: FitConflict[]
  missing: MissingNeed[]
  /** Needs that something outside the set meets: the frame, fork, rider, wheel or the rest of the bicycle. */
  outside: { interface: string; counterpart: string; member: SetMember; why: () => string }[]
  /** Unmet needs of separate parts and of spares. */
  notes: { member: SetMember; why: () => string }[]
  /** Parts whose needs and offers are not known. */
  unknown: SetMember[]
}

/** A need of one of the sizes, or of all sizes if the interface requires this. */
export interface Need {
  member: SetMember
  sizes: string[]
  /** The quantity that needs a counterpart. */
  quantity: number
  /** True if there are counterparts, but too few. */
  isShort?: boolean
  /** True if a counterpart meets other sizes of the part, and may offer further sizes that are not known. */
  isPartlyKnown?: boolean
}

interface Offer {
  member: SetMember
  size: string
}

/** The needs and offers of a set at one interface. */
export interface InterfaceMembers {
  definition: PartInterface
  needs: Need[]
  offers: Offer[]
}
