/** A number that may be a quantity. */
export interface Quantity {
  /** Null for a fraction or a number of packs. */
  value: number | null
  /** True if a unit or a label states that the number is a quantity: `10 pcs`, `10x`, `qty 10`. */
  isLabelled: boolean
  /** True for packs, fractions and numbers with two meanings. */
  isUnclear: boolean
}

/** The meaning of a single separator before three digits: `10,000` is ten thousand or ten. */
export type SeparatorMeaning = 'thousands' | 'decimals'

/** Quantities are below ten million. Numbers with more digits are codes. */
const MAX_DIGITS = 7

const PIECES = words(`
  x × * pc pcs pce pces piece pieces ea each unit units off
  stk stck stück stueck st sts u un uds ud unidad unidades unité unités unite unites unità
  pz pzi pezzo pezzi pièce pièces nr n szt ks kus kusů db kpl kom tk stuks stuk stycken шт
  set sets pair pairs pr paar paare satz paire paires paia coppia`)

const PACKS = words(`
  box boxes carton cartons ctn case cases pack packs package packages pallet pallets bag bags dozen
  karton kartons vpe packung packungen pkg paket pakete palette paletten beutel dutzend gebinde
  boîte boîtes boite boites colis carton cartone cartoni scatola scatole confezione confezioni conf
  rolls rollen gross`)

const LABELS = words(`
  x × qty quantity menge anzahl stk stück pcs pieces quantité quantite qté qte quantità quantita
  q.tà qtà qta nombre pz n nr no order bestellmenge cantidad aantal antal`)

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/))
}

/** An empty cell, or the dash of an accounting format for 0. */
export const NO_QUANTITY = /^[-–—]?$/

/** Reads `10`, `10x`, `x10`, `10 pcs`, `1.000` and `10,00`. Returns null for other texts. */
export function readQuantity(
  cell: string,
  separatorMeaning: SeparatorMeaning = 'thousands',
): Quantity | null {
  const first = cell.search(/\d/)
  if (first === -1 || cell.length > MAX_QUANTITY_LENGTH) return null
  const before = toWord(cell.slice(0, first))
  const rest = cell.slice(first)
  const end = rest.search(/[^\d.,'’ ]/)
  const number = (end === -1 ? rest : rest.slice(0, end)).replace(/[ .,]+$/, '')
  const unit = end === -1 ? '' : toWord(rest.slice(end))
  const startsWithLabel = LABELS.has(before)
  if (before !== '' && !startsWithLabel) return null
  const isPack = PACKS.has(unit)
  if (unit !== '' && !PIECES.has(unit) && !isPack) return null
  const value = parseNumber(number, separatorMeaning)
  if (value === undefined) return null
  if (isPack || !Number.isInteger(value))
    return { value: null, isLabelled: unit !== '', isUnclear: true }
  return { value, isLabelled: unit !== '' || startsWithLabel, isUnclear: false }
}

const MAX_QUANTITY_LENGTH = 24

function toWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[(:=]+|[.:=)]+$/g, '')
    .trim()
}

/**
 * Parses a number whose digits are grouped by threes with a space, apostrophe, dot or comma: `1,234.5`, `1.234,5` or
 * `1’234`. Returns undefined for other groups, or for more than seven digits.
 */
export function parseNumber(
  text: string,
  separatorMeaning: SeparatorMeaning = 'thousands',
): number | undefined {
  const plain = text.replaceAll(/[ '’]/g, '’')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return joinGroups(plain, '’')
  const separator = plain.charAt(last)
  const fraction = plain.slice(last + 1)
  const whole = plain.slice(0, last)
  const isGroup =
    fraction.length === 3 &&
    (whole.includes(separator) ||
      (separatorMeaning === 'thousands' && /^[1-9]\d{0,2}$/.test(whole)))
  if (isGroup) return joinGroups(plain, separator)
  if (!/^\d+$/.test(fraction) || whole.includes(separator)) return undefined
  const integer = joinGroups(whole, separator === ',' ? '.' : ',') ?? joinGroups(whole, '’')
  return integer === undefined ? undefined : integer + Number(`0.${fraction}`)
}

/** Joins groups of three digits: `1.234.567`. */
function joinGroups(text: string, separator: string): number | undefined {
  const [first = '', ...others] = text.split(separator)
  const isNumber = /^\d+$/.test(first) && others.every((group) => /^\d{3}$/.test(group))
  if (!isNumber || (others.length > 0 && first.length > 3)) return undefined
  const digits = first + others.join('')
  return digits.replace(/^0+/, '').length > MAX_DIGITS ? undefined : Number(digits)
}

/** Returns whether quantity times unit price is the total, up to rounding. Amounts are decimals, not cents. */
export function isTotal(quantity: number, price: number, total: number): boolean {
  return price > 0 && Math.abs(quantity * price - total) <= 0.005 * quantity + 0.011
}

/** Returns whether a number has two meanings, because it has a single separator before three digits. */
export function hasTwoMeanings(cell: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}(?!\d|[.,]\d)/.test(cell)
}
