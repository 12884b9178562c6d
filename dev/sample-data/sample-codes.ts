/** A code of a sample part, besides its SKU and superseded number. */
interface SampleCode {
  kind: 'gtin' | 'competitor'
  brand: string
  code: string
}

/** Common numbers of competitors, by the SKU of the part that can replace their parts. */
const COMPETITOR_NUMBERS: Record<string, string[]> = {
  'FH-10120-3': ['KMC:X9', 'Shimano:CN-HG53'],
  'FH-10140-6': ['KMC:X11', 'Shimano:CN-HG601'],
  'FH-11180-7': ['Shimano:CS-HG50-8'],
  'FH-15122-9': ['Shimano:BB-UN300'],
  'FH-30401-2': ['Shimano:B01S'],
  'FH-31160-6': ['Shimano:SM-RT56'],
  'FH-40108-2': ['Shimano:RD-M310'],
}

/**
 * Returns the codes of the n-th part of the sample catalog: a GTIN and competitors' numbers, most of
 * them invented.
 */
export function listSampleCodes(sku: string, n: number): SampleCode[] {
  const number = sku.slice(3, 8)
  const codes: SampleCode[] = [{ kind: 'gtin', brand: '', code: createGtin(number) }]
  const add = (brand: string, code: string) => codes.push({ kind: 'competitor', brand, code })
  if (n % 2 === 0) add('Tarnholt', `TH ${number.slice(0, 2)}-${number.slice(2)}`)
  if (n % 3 === 0) add('Vexley', `V${2000 + n}`)
  // Two brands use the same number for different parts.
  if (n % 30 === 1) add('Brackmoor', `V-${2000 + n - 1}`)
  for (const number of COMPETITOR_NUMBERS[sku] ?? []) {
    const [brand = '', code = ''] = number.split(':')
    add(brand, code)
  }
  return codes
}

/** Creates a GTIN with the prefix 20, which GS1 reserves for a company's internal use. */
const createGtin = (number: string) => withGtinCheckDigit(`2000000${number}`)

/** Appends the check digit of GS1: weights 3 and 1 from the right. */
export function withGtinCheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
