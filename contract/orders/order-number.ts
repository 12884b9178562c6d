const PATTERN = /^(?:FH-?)?(\d{5,15})(\d)$/i

/** Formats an order's number with its check digit: 10421 becomes `FH-104216`. */
export function formatOrderNumber(number: number): string {
  return `FH-${number}${computeLuhnDigit(String(number))}`
}

/** Reads a typed order number, with or without `FH-`. Undefined for other text, and for a wrong check digit. */
export function parseOrderNumber(typed: string): number | undefined {
  const [, digits, check] = PATTERN.exec(typed.trim()) ?? []
  return digits && computeLuhnDigit(digits) === Number(check) ? Number(digits) : undefined
}

/** Computes the check digit that credit cards have. It detects every wrong digit and most swaps of adjacent digits. */
function computeLuhnDigit(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return (10 - (sum % 10)) % 10
}
