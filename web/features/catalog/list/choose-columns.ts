import type { PartDetails } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { formatAttribute } from '../part/part-attributes.ts'

const MAX_COLUMNS = 4
const SUMMARY_ATTRIBUTES = 3
const MAX_LISTED_VALUES = 3
const MAX_CELL_CHARACTERS = 16
const MAX_ROW_CHARACTERS = 32

/**
 * Returns up to four attributes that most parts have, in the order of the catalog. Those with one value come last, as
 * they distinguish no parts. Leaves out attributes whose values do not fit into one line. Returns none for several
 * families.
 */
export function chooseColumns(details: PartDetails[]): string[] {
  if (new Set(details.map(({ familySlug }) => familySlug)).size !== 1) return []
  const names = [...new Set(details.flatMap(({ attributes }) => Object.keys(attributes)))]
  let freeCharacters = MAX_ROW_CHARACTERS
  return names
    .filter((name) => name !== 'sold_as')
    .map((name) => {
      const parts = details.filter(({ attributes }) => name in attributes)
      const cells = parts.map((part) => formatCell(part, name))
      const width = Math.max(...cells.map((cell) => cell.length))
      return {
        name,
        isCommon: parts.length * 2 > details.length,
        isSame: new Set(cells).size === 1,
        width,
      }
    })
    .filter(({ isCommon, width }) => isCommon && width <= MAX_CELL_CHARACTERS)
    .toSorted((a, b) => Number(a.isSame) - Number(b.isSame))
    .filter(({ width }) => {
      if (width > freeCharacters) return false
      freeCharacters -= width
      return true
    })
    .slice(0, MAX_COLUMNS)
    .map(({ name }) => name)
}

/**
 * Formats the value of an attribute in one line: the teeth of a cassette as a range, `11–28`. Returns a dash if the part
 * does not have the attribute.
 */
export function formatCell(details: PartDetails | undefined, name: string): string {
  const value = details?.attributes[name]
  if (value === undefined) return '–'
  const isLongList = Array.isArray(value) && value.length > MAX_LISTED_VALUES
  return formatAttribute(name, isLongList ? `${value[0]}–${value.at(-1)}` : value).value
}

/** Formats the name of an attribute without its unit: `bcd_mm` becomes `BCD`. */
export const formatColumnName = (name: string) => formatAttribute(name, '').label

/** Formats the price of the last price step: `$5.36 from 400`. Undefined without price steps. */
export function formatLowestPrice({
  priceTiers,
}: Pick<PartDetails, 'priceTiers'>): string | undefined {
  const last = priceTiers.at(-1)
  return last && `${formatDollars(last.price)} from\u00a0${formatCount(last.fromQuantity)}`
}

/** Lists the first attributes of a part, those in `columns` first: `Speeds 9`, `Pitch 12.7 mm`. */
export function listAttributes({ attributes }: PartDetails, columns: string[]): string[] {
  return [...new Set([...columns, ...Object.keys(attributes)])]
    .filter((name) => name in attributes && name !== 'sold_as')
    .slice(0, SUMMARY_ATTRIBUTES)
    .map((name) => formatAttribute(name, attributes[name] ?? ''))
    .map(({ label, value }) => `${label} ${value}`)
}
