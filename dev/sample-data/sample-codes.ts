/** A code of a sample part, besides its SKU and superseded number. */
interface SampleCode {
  kind: 'gtin' | 'competitor'
  brand: string
  code: string
}

/** Returns the codes of the n-th part of the sample catalogue: a GTIN and numbers of invented competitors. */
export function listSampleCodes(sku: string, n: number): SampleCode[] {
  const number = sku.slice(3, 8)
  const codes: SampleCode[] = [{ kind: 'gtin', brand: '', code: createGtin(number) }]
  const add = (brand: string, code: string) => codes.push({ kind: 'competitor', brand, code })
  if (n % 2 === 0) add('Tarnholt', `TH ${number.slice(0, 2)}-${number.slice(2)}`)
  if (n % 3 === 0) add('Vexley', `V${2000 + n}`)
  // Two brands use one number for different parts.
  if (n % 30 === 1) add('Brackmoor', `V-${2000 + n - 1}`)
  return codes
}

/** Creates a GTIN in the range that GS1 leaves to companies for internal use: its prefix is 20. */
function createGtin(number: string): string {
  const digits = `2000000${number}`
  const sum = [...digits].reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
