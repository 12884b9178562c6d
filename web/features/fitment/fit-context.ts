import type { FitCheck, ProposedPart } from '@freehub/contract/fitment/fitment'
import { createContext } from 'react'

type Conflict = FitCheck['conflicts'][number]
type Replacement = Conflict['instead'][number]

/** The result of a check for a part. */
export interface RowFit {
  state: 'conflict' | 'fits' | 'unknown' | 'none'
  fitsBike: boolean
  /** Number of other parts that the part fits. */
  partCount: number
  /** The conflicts that the line of this part shows. Only one line shows a conflict. */
  conflicts: Conflict[]
}

interface CartFit {
  rowOf: (productId: string) => RowFit
  /** Returns the next valid quantity of a part that replaces another part. */
  quantityOf: (part: Replacement) => number
  /** Replaces a part of the cart with another one. */
  swap: (replaced: string, part: ProposedPart) => Promise<void>
}

/** The check of the visible cart. Undefined if lines are not checked, as in saved lists. */
export const FitContext = createContext<CartFit | undefined>(undefined)

/** Returns the result of the check for each part. */
export function describeRows(check: FitCheck): (productId: string) => RowFit {
  const partners = new Map<string, Set<string | null>>()
  const add = (id: string | null, partner: string | null) => {
    if (id) partners.set(id, (partners.get(id) ?? new Set()).add(partner))
  }
  for (const { a, b } of check.fits) {
    add(a, b)
    add(b, a)
  }
  const inConflict = new Set(check.conflicts.flatMap(({ a, b }) => [a, b]))
  const unknown = new Set(check.unknown)
  return (id) => ({
    state: inConflict.has(id)
      ? 'conflict'
      : unknown.has(id)
        ? 'unknown'
        : partners.has(id)
          ? 'fits'
          : 'none',
    fitsBike: partners.get(id)?.has(null) ?? false,
    partCount: [...(partners.get(id) ?? [])].filter((partner) => partner !== null).length,
    conflicts: check.conflicts.filter(({ a, b }) => (a ?? b) === id),
  })
}
