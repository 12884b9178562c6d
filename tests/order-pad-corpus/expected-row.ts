/** The expected result of the order pad for a row. */
export interface ExpectedRow {
  state: 'found' | 'choose' | 'guess' | 'unknown' | 'shortened' | 'skipped'
  /** The part that the customer wants. For `choose` and `guess` it is one of the alternatives. */
  sku: string | null
  /** Null if the row contains no quantity, or a quantity that is not in whole pieces. */
  quantity: number | null
  /** True if the written quantity must be marked, because it is in packs or a fraction. */
  isUnclear: boolean
}

export const SKIPPED: ExpectedRow = {
  state: 'skipped',
  sku: null,
  quantity: null,
  isUnclear: false,
}
