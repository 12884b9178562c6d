import { readFileSync } from 'node:fs'
import { withGtinCheckDigit } from '../../dev/sample-data/sample-codes.ts'
import { createRandom, type Random } from './random.ts'

/** A part of the sample catalog with invented numbers. */
export interface CorpusPart {
  sku: string
  superseded: string | null
  gtin: string
  /** A competitor's number. Some competitors have one number for two parts. */
  competitor: { brand: string; number: string } | null
  /** The customer's own number. */
  own: string | null
  name: string
  minimum: number
  priceCents: number
  weightG: number
  hsCode: string
}

interface SamplePart {
  sku: string
  name: string
  supersedes: string | null
  minimum_order: number
  price_cents: number
  weight_g: number
  hs_code: string
}

const CATALOG = new URL('../../dev/sample-data/catalog/parts.json', import.meta.url)

const BRANDS = ['Kestrel', 'Orbita', 'Velnor']

/** Reads the sample catalog and adds invented numbers. Each call returns the same numbers. */
export function readCorpusParts(): CorpusPart[] {
  const random = createRandom(20_261_123)
  const sample = JSON.parse(readFileSync(CATALOG, 'utf8')) as SamplePart[]
  const parts = sample.map((part, n) => ({
    sku: part.sku,
    superseded: part.supersedes,
    gtin: inventGtin(n),
    competitor: random.chance(0.7) ? inventCompetitorNumber(random, n) : null,
    own: random.chance(0.8) ? inventOwnNumber(random, n) : null,
    name: part.name,
    minimum: part.minimum_order,
    priceCents: part.price_cents,
    weightG: part.weight_g,
    hsCode: part.hs_code,
  }))
  for (const [n, part] of parts.entries()) {
    const next = parts[n + 1]
    if (n % 24 === 5 && next) part.competitor = next.competitor
  }
  return parts
}

/** Returns an invented GTIN: mostly with 13 digits, sometimes with 8 or 12. */
function inventGtin(n: number): string {
  const number = String(n + 1).padStart(5, '0')
  if (n % 12 === 3) return withGtinCheckDigit(`20${number}`)
  if (n % 12 === 7) return withGtinCheckDigit(`040771${number}`)
  return withGtinCheckDigit(`2900771${number}`)
}

function inventCompetitorNumber(random: Random, n: number): { brand: string; number: string } {
  const brand = random.pick(BRANDS)
  const digits = 1000 + n * 37
  if (brand === 'Kestrel') return { brand, number: `KC-${digits}` }
  if (brand === 'Orbita') return { brand, number: `${digits}.${random.int(100, 999)}-${n % 10}` }
  return { brand, number: `VN${digits}${random.pick(['A', 'B', 'SL'])}` }
}

function inventOwnNumber(random: Random, n: number): string {
  const colour = random.pick(['blau', 'rot', 'schwarz', 'grün'])
  return random.pick([
    `RT ${160 + n} ${colour}`,
    `K-${2000 + n * 3}`,
    `${10_000 + n * 17}`,
    `00${400 + n}`,
    `BX/${7000 + n * 7}`,
    `Lager ${n + 1}-${(n % 7) + 1}`,
    `W${n}.${random.int(10, 99)}.${random.int(10, 99)}`,
  ])
}

/** Returns a number in the style of competitors that no part has. */
export function inventUnknownNumber(random: Random): string {
  return random.pick([
    `ZZ-${random.int(10_000, 99_999)}`,
    `Q${random.int(100, 999)}-${random.int(1000, 9999)}`,
    `TX ${random.int(10, 99)}.${random.int(1000, 9999)}`,
    withGtinCheckDigit(`57${random.int(1_000_000_000, 9_999_999_999)}`),
  ])
}

/** A code of a part with its kind. */
export interface PartCode {
  kind: 'own' | 'sku' | 'gtin' | 'superseded' | 'competitor'
  sku: string
  brand: string
  code: string
}

/** Returns all codes of the parts. */
export function listPartCodes(parts: CorpusPart[]): PartCode[] {
  return parts.flatMap(({ sku, superseded, gtin, competitor, own }): PartCode[] => [
    { kind: 'sku', sku, brand: '', code: sku },
    { kind: 'gtin', sku, brand: '', code: gtin },
    ...(superseded ? [{ kind: 'superseded', sku, brand: '', code: superseded } as const] : []),
    ...(competitor
      ? [{ kind: 'competitor', sku, brand: competitor.brand, code: competitor.number } as const]
      : []),
    ...(own ? [{ kind: 'own', sku, brand: '', code: own } as const] : []),
  ])
}
