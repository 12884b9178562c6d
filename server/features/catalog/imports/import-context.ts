import type { RowFields } from './check-row.ts'

/** A row that is not applied yet. */
export interface PendingRow {
  row: number
  fate: 'add' | 'change'
  partId: string
  newValues: RowFields
  oldValues: RowFields
  /** Catalogue position of a new part. */
  position: number | null
}

export interface ImportContext {
  importId: string
  byUser: string
  /** Recorded as the reason in the stock ledger. */
  fileName: string
}

/** Reasons why rows could not be applied, by row number. */
export type RowFailures = Map<number, string>
