/** A quantity in a cell. */
export interface Quantity {
  value: number
}

/** Reads a cell that is a quantity: `10`, `10x`, `x10`, `10 pcs`, `1.000`, `10,00`. Null for other texts. */
export function readQuantity(cell: string): Quantity | null {
  const [, digits] = /^(?:x ?)?(\d{1,9})(?:[.,]00?)?(?: ?(?:x|pcs|Stk))?$/i.exec(cell) ?? []
  return digits === undefined ? null : { value: Number(digits) }
}
