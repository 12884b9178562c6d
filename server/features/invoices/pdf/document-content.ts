export type PaperSize = 'a4' | 'letter'

export interface DocumentFile {
  /** Title in the PDF's metadata. */
  title: string
  documents: [DocumentContent, ...DocumentContent[]]
}

/** The content of an invoice, credit note or packing slip, before layout. */
export interface DocumentContent {
  size: PaperSize
  heading: string
  /** Number beside the heading. */
  number: string | null
  /** State below the number, such as `Paid 21 November 2026`. */
  state: string | null
  /** Title on each page, such as `Invoice FH-000123`. */
  title: string
  /** Creation date in the PDF's metadata. */
  date: Date
  maker: Maker
  party: { caption: string; lines: string[] }
  facts: [name: string, value: string][]
  columns: Column[]
  rows: string[][]
  /** Amounts above the total that add up to it. */
  sums: [name: string, value: string][]
  total: [name: string, value: string] | null
  /** Amounts below the total. */
  payments: [name: string, value: string][]
  notes: string[]
  /** Captions of lines to fill in by hand. */
  fillInCaptions: string[]
}

export interface Column {
  name: string
  /** Width as a percentage of the table. */
  share: number
  isRightAligned?: boolean
}

/** The letterhead of documents. */
export interface Maker {
  name: string
  /** Lines of the postal address. */
  address: string[]
  taxId: string | null
  /** Country of origin of all parts. */
  origin: string | null
  email: string
  telephone: string
}
