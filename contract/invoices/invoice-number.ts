const DIGITS = 6

/** Formats the number of an invoice or credit note: 123 is `FH-000123`. */
export function formatInvoiceNumber(number: number): string {
  return `FH-${String(number).padStart(DIGITS, '0')}`
}

/** Parses `FH-000123`, `fh 123` or similar. Returns undefined for other text. */
export function parseInvoiceNumber(text: string): number | undefined {
  const digits = /^\s*fh[\s-]*0*([1-9]\d{0,14})\s*$/i.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
