import type { Fields } from './judge-rows.ts'

/** A row that is to be applied. */
export interface DueRow {
  row: number
  fate: 'add' | 'change'
  partId: string
  given: Fields
  was: Fields
  /** Of a new part. */
  position: number | null
}

export interface Application {
  importId: string
  byUser: string
  /** What the stock's ledger says as the reason. */
  fileName: string
}

/** Why rows could not be applied after all, by their numbers. */
export type Failures = Map<number, string>
