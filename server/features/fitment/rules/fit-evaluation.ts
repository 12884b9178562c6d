import type { PartInterface } from '../../catalog/relations/compatibility.ts'
import type { Subject } from '../../catalog/relations/describe-fit.ts'

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
  /** Pieces of one unit of the job. Null outside jobs: the part counts once, and is never short of pieces. */
  quantity: number | null
  joints: Joint[]
  /** Dimensions of hubs, rims and spokes. */
  attributes?: Record<string, unknown>
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
  /** What `b` offers instead, at `interface` or another one of its seat. Undefined if `b` has a need, too, and for spokes. */
  offer: { other: PartInterface; sizes: string[] } | undefined
}

/** A need of parts that nothing in the set meets. One counterpart meets each entry of `needs`. */
export interface MissingNeed {
  interface: string
  /** Alternative sizes of each need. */
  needs: string[][]
  /** Pieces for one unit of the job. */
  quantity: number
  /** True if the set has some pieces, but too few. */
  isShort: boolean
  /** The parts with this need. */
  of: FitMember[]
  /** What is missing, if it follows from the number of spoke holes and not from the need of a part. */
  kind?: 'rim' | 'spokes' | 'nipples'
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
export interface Need {
  member: FitMember
  sizes: string[]
  /** Pieces that need a counterpart. */
  quantity: number
  /** Other pieces of the part have a counterpart. */
  isShort?: boolean
  /** Other sizes of the part are met, and the counterpart's remaining sizes are not known. */
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
