import type { FitCheck, ProposedPart } from '@freehub/contract/fitment/fitment'
import { createContext } from 'react'

type Conflict = FitCheck['conflicts'][number]
type Replacement = Conflict['instead'][number]

/** The result of a fit check for the part of a line. */
export interface LineVerdict {
  state: 'conflict' | 'fits' | 'unknown' | 'none'
  fitsBike: boolean
  /** Number of other parts that the part fits. */
  partCount: number
  /** The conflicts that the line of this part shows. Each conflict appears at only one of its two parts. */
  conflicts: Conflict[]
  /** The reasons of the conflicts that the line of another part shows. */
  otherReasons: string
}

interface LineFit {
  verdictOf: (productId: string) => LineVerdict
  nameOf: (productId: string) => string
  /** Returns the valid quantity of a replacement, at least that of the replaced part. */
  quantityOf: (part: Replacement) => number
  /** Replaces a part of the cart or job with another part. */
  replace: (replacedId: string, part: ProposedPart) => Promise<unknown>
}

/** The check of the visible cart or job. Undefined until it has loaded. */
export const LineFitContext = createContext<LineFit | undefined>(undefined)

/** Returns a function that returns the result of the check for a part. */
export function createVerdictLookup(check: FitCheck): (productId: string) => LineVerdict {
  const partnersById = new Map<string, Set<string | null>>()
  const add = (id: string | null, partner: string | null) => {
    if (id) partnersById.set(id, (partnersById.get(id) ?? new Set()).add(partner))
  }
  for (const { a, b } of check.metNeeds) {
    add(a, b)
    add(b, a)
  }
  const conflictingIds = new Set(check.conflicts.flatMap(({ a, b }) => [a, b]))
  const unknownIds = new Set(check.unknown)
  return (id) => ({
    state: conflictingIds.has(id)
      ? 'conflict'
      : unknownIds.has(id)
        ? 'unknown'
        : partnersById.has(id)
          ? 'fits'
          : 'none',
    fitsBike: partnersById.get(id)?.has(null) ?? false,
    partCount: [...(partnersById.get(id) ?? [])].filter((partner) => partner !== null).length,
    conflicts: check.conflicts.filter(({ a, b }) => (a ?? b) === id),
    otherReasons: check.conflicts.flatMap(({ a, b, why }) => (a && b === id ? why : [])).join(' '),
  })
}
