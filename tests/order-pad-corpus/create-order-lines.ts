import { isPartNumber, toUpperAlphanumeric } from '../../contract/order-pad/codes.ts'
import { withGtinCheckDigit } from '../../dev/sample-data/sample-codes.ts'
import { type CorpusPart, inventUnknownNumber } from './corpus-parts.ts'
import type { ExpectedRow } from './expected-row.ts'
import type { Random } from './random.ts'
import { type Language, NOTES } from './vocabulary.ts'

/** The kind of code in a list. `mixed`: any number of the part in each row. */
export type CodeKind = 'sku' | 'gtin' | 'competitor' | 'own' | 'mixed'

/** Errors in a list. Shares are from 0 to 1. */
export interface Damage {
  /** How part numbers are written. */
  dashes: 'kept' | 'lost' | 'spaces' | 'mixed'
  isLowerCase: boolean
  lacksPrefix: boolean
  hasApostrophes: boolean
  hasNbsp: boolean
  hasZeroWidth: boolean
  /** Share of codes with a one-character typo. */
  typos: number
  /** Share of GTINs whose digits a spreadsheet has rounded. */
  shortened: number
  /** Share of rows with parts that the shop does not have. */
  unknown: number
  /** Share of rows without a quantity. */
  missing: number
  /** Share of codes followed by a remark. */
  notes: number
}

export interface OrderLine {
  /** Null for a part that the shop does not have. */
  part: CorpusPart | null
  code: string
  gtin: string
  name: string
  quantity: number | null
  /** The expected state for the code alone. */
  state: ExpectedRow['state']
  /** The expected state for the GTIN alone. */
  gtinState: 'found' | 'unknown' | 'shortened'
}

export function pickDamage(random: Random): Damage {
  const isDamaged = random.chance(0.7)
  const share = (chance: number, value: number) => (isDamaged && random.chance(chance) ? value : 0)
  return {
    dashes: isDamaged ? random.pick(['kept', 'kept', 'lost', 'spaces', 'mixed']) : 'kept',
    isLowerCase: isDamaged && random.chance(0.15),
    lacksPrefix: isDamaged && random.chance(0.1),
    hasApostrophes: isDamaged && random.chance(0.1),
    hasNbsp: isDamaged && random.chance(0.2),
    hasZeroWidth: isDamaged && random.chance(0.1),
    typos: share(0.5, 0.06),
    shortened: share(0.5, 0.15),
    unknown: share(0.5, 0.06),
    missing: share(0.3, 0.05),
    notes: share(0.2, 0.1),
  }
}

interface LineOptions {
  parts: CorpusPart[]
  codeKind: CodeKind
  damage: Damage
  language: Language
  /** True for programs that shorten long numbers, such as 4.00638E+12. */
  isSpreadsheet: boolean
}

/** Creates up to `count` lines of an order, each with another part. */
export function createOrderLines(random: Random, count: number, options: LineOptions): OrderLine[] {
  const { parts, codeKind } = options
  const usableParts = parts.filter(
    (part) => codeKind === 'mixed' || codeKind === 'sku' || part[codeKind] !== null,
  )
  return random
    .shuffle(usableParts)
    .slice(0, count)
    .map((part) => {
      if (codeKind !== 'mixed') return createOrderLine(random, part, { ...options, codeKind })
      const kinds = (['sku', 'gtin', 'competitor', 'own'] as const).filter(
        (kind) => kind === 'sku' || part[kind] !== null,
      )
      return createOrderLine(random, part, { ...options, codeKind: random.pick(kinds) })
    })
}

type SingleOptions = LineOptions & { codeKind: Exclude<CodeKind, 'mixed'> }

/** Creates a line with the damage of `options`, and the states that the order pad should give it. */
function createOrderLine(random: Random, part: CorpusPart, options: SingleOptions): OrderLine {
  const { parts, codeKind, damage, language, isSpreadsheet } = options
  const quantity = random.chance(damage.missing) ? null : pickQuantity(random, part)
  if (random.chance(damage.unknown)) {
    const code = inventUnknownNumber(random)
    const gtin = withGtinCheckDigit(`57${random.int(1_000_000_000, 9_999_999_999)}`)
    const name = random.pick(['Saddle cover', 'Kindersitz', 'Sonnette', 'Portaborraccia'])
    return { part: null, code, gtin, name, quantity, state: 'unknown', gtinState: 'unknown' }
  }
  const isGtinShortened = isSpreadsheet && part.gtin.length > 11 && random.chance(damage.shortened)
  const gtin = isGtinShortened ? shortenNumber(part.gtin, language) : part.gtin
  const gtinState = isGtinShortened ? 'shortened' : 'found'
  const line = { part, gtin, name: part.name, quantity, gtinState } as const
  if (codeKind === 'gtin' && isGtinShortened) return { ...line, code: gtin, state: 'shortened' }
  const code = pickCode(random, part, codeKind)
  const isTypo = random.chance(damage.typos)
  const typo = isTypo && addTypo(random, code, codeKind === 'sku', parts)
  if (typo) {
    const state = codeKind === 'sku' ? 'guess' : 'unknown'
    return { ...line, code: writeCode(random, typo, options), state }
  }
  const state = codeKind === 'competitor' && isShared(code, parts) ? 'choose' : 'found'
  return { ...line, code: writeCode(random, code, options), state }
}

function pickQuantity(random: Random, { minimum }: CorpusPart): number {
  return random.pick([
    minimum,
    minimum * random.int(1, 12),
    random.int(1, 40) * 10,
    random.int(1, 9),
    random.int(10, 2500),
  ])
}

/** Writes a number as `4.00638E+12`, with the decimal separator of the language. */
function shortenNumber(digits: string, language: Language): string {
  const text = Number(digits).toExponential(5).toUpperCase()
  return language === 'en' ? text : text.replace('.', ',')
}

function pickCode(random: Random, part: CorpusPart, kind: CodeKind): string {
  if (kind === 'sku') return (random.chance(0.1) && part.superseded) || part.sku
  if (kind === 'gtin') return part.gtin
  if (kind === 'own') return part.own ?? part.sku
  return part.competitor?.number ?? part.sku
}

function isShared(number: string, parts: CorpusPart[]): boolean {
  return parts.filter(({ competitor }) => competitor?.number === number).length > 1
}

/** Returns the number with a wrong, missing, additional or swapped character. Undefined if the result can be valid. */
function addTypo(random: Random, number: string, isSku: boolean, parts: CorpusPart[]) {
  const first = isSku ? 3 : 0
  const positions = [...number].flatMap((character, n) =>
    n >= first && /\d/.test(character) ? [n] : [],
  )
  if (positions.length === 0) return undefined
  const n = random.pick(positions)
  const [before, character, after] = [number.slice(0, n), number.charAt(n), number.slice(n + 1)]
  const digit = random.pick([...'0123456789'].filter((one) => one !== character))
  const typo = random.pick([
    before + digit + after,
    before + digit + after,
    before + after,
    before + character + digit + after,
    before + after.charAt(0) + character + after.slice(1),
    isSku ? number.replace('0', 'O') : before + digit + after,
  ])
  const key = toUpperAlphanumeric(typo)
  const isNumber = parts.some((part) =>
    [part.sku, part.superseded, part.gtin, part.competitor?.number, part.own].some(
      (one) => one && toUpperAlphanumeric(one) === key,
    ),
  )
  return isNumber || isPartNumber(key) || key === toUpperAlphanumeric(number) ? undefined : typo
}

function writeCode(random: Random, number: string, options: LineOptions): string {
  const { damage, language, isSpreadsheet } = options
  let code = number
  if (number.startsWith('FH-')) {
    const dashes =
      damage.dashes === 'mixed' ? random.pick(['kept', 'lost', 'spaces']) : damage.dashes
    if (damage.lacksPrefix && random.chance(0.5)) code = code.slice(3)
    if (dashes === 'lost') code = code.replaceAll('-', '')
    if (dashes === 'spaces') code = code.replaceAll('-', random.pick([' ', ' ', ' - ', '- ']))
    if (random.chance(0.02)) code = code.replaceAll('-', random.pick(['–', '‑', '—', '.', '/']))
  }
  if (damage.isLowerCase) code = code.toLowerCase()
  if (damage.hasNbsp) code = code.replaceAll(' ', '\u00a0')
  if (damage.hasZeroWidth && random.chance(0.5)) code = `\u200b${code}\u2060`
  if (random.chance(damage.notes)) code = `${code} (${random.pick(NOTES[language])})`
  if (damage.hasApostrophes && isSpreadsheet) code = `'${code}`
  return code
}
