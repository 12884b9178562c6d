/** The letterhead of documents. */
export interface Maker {
  name: string
  /** Lines of the postal address. */
  address: string[]
  taxId: string | null
  email: string
  telephone: string
}
