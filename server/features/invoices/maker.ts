/** Who sends the papers: what stands at their head. */
export interface Maker {
  name: string
  /** Lines of the postal address. */
  address: string[]
  /** The number under which taxes are paid, where there is one. */
  taxId: string | null
  email: string
  telephone: string
}
