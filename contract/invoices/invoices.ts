const DIGITS = 6

/** The number of an invoice or a credit note as paper and screens say it: 123 is `FH-000123`. */
export function invoiceNumber(number: number): string {
  return `FH-${String(number).padStart(DIGITS, '0')}`
}

/** The number that somebody types or reads out: `FH-000123`, `fh 123`. Undefined where it is none. */
export function readInvoiceNumber(typed: string): number | undefined {
  const digits = /^\s*fh[\s-]*0*([1-9]\d{0,14})\s*$/i.exec(typed)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
