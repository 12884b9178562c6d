import type { PartInterface } from '../../catalog/relations/compatibility.ts'
import type { Subject } from '../../catalog/relations/describe-fit.ts'

/** A need or an offer of a part, or of a profile's bike, at an interface. */
export interface Joint {
  interface: string
  role: 'needs' | 'offers'
  size: string
}

/** A part of a checked set, or a bike. Without joints, its fits are not known. */
export interface FitMember extends Subject {
  /** The part's id. Null for a bike. */
  id: string | null
  /** Quantity for one unit of the job. Null outside jobs: the part counts once, and any quantity suffices. */
  quantity: number | null
  joints: Joint[]
  /** Dimensions of hubs, rims and spokes. */
  attributes?: Record<string, unknown>
}

/** `loose`: a stock of unrelated parts. `profile`: parts for a bike. The other kinds are those of jobs. */
export type FitCheckKind = 'loose' | 'profile' | 'wheel' | 'bike' | 'free'

/** `a` has a need at the interface. `b` meets it, or conflicts with it. */
export interface FitPair {
  a: FitMember
  b: FitMember
  interface: string
  /** Returns the reason as a sentence. */
  why: () => string
}

export interface FitConflict extends FitPair {
  seat: string | null
  /** The sizes of `a` at `interface`. */
  needed: string[]
  /**
   * What `b` offers instead, at `interface` or at another interface of the seat. Undefined if the need of `a` conflicts
   * with a need of `b`, and for spoke lengths.
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
  of: FitMember[]
  /** The kind of the missing part, if the number of spoke holes requires it instead of a part's need. */
  kind?: 'rim' | 'spokes' | 'nipples'
}

export interface FitEvaluation {
  fits: FitPair[]
  conflicts: FitConflict[]
  missing: MissingNeed[]
  /** Needs that something outside the set meets: the frame, fork, rider, wheel or the rest of the bicycle. */
  outside: { interface: string; counterpart: string; member: FitMember; why: () => string }[]
  /** Unmet needs of loose parts and of spares. */
  notes: { member: FitMember; why: () => string }[]
  /** Parts without data. */
  unknown: FitMember[]
}

/** A need of one of the sizes, or of all sizes if the interface requires this. */
export interface Need {
  member: FitMember
  sizes: string[]
  /** The quantity that needs a counterpart. */
  quantity: number
  /** True if there are counterparts, but too few. */
  isShort?: boolean
  /** True if a counterpart meets other sizes of the part, and may offer further sizes that are not known. */
  isPartlyKnown?: boolean
}

interface Offer {
  member: FitMember
  size: string
}

/** The needs and offers of a set at one interface. */
export interface InterfaceMembers {
  definition: PartInterface
  needs: Need[]
  offers: Offer[]
}
