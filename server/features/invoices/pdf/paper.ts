import type { Maker } from '../maker.ts'

export type PaperSize = 'a4' | 'letter'

/** What one of the shop's papers says, before it is laid out: an invoice, a credit note, a packing slip. */
export interface Paper {
  size: PaperSize
  /** In the largest letters, and with its number the document's title. */
  heading: string
  number: string | null
  /** The day it is from, which is the document's date as well. */
  date: Date
  maker: Maker
  /** Whom it is for. */
  party: { caption: string; lines: string[] }
  facts: [name: string, value: string][]
  columns: Column[]
  rows: string[][]
  total: [name: string, value: string] | null
  notes: string[]
  /** To be filled in with a pen. */
  blanks: string[]
}

export interface Column {
  name: string
  /** Of the table's width, in hundredths. */
  share: number
  right?: boolean
}
