/** What a catalogue says of a part's drawing: anything at all, so nothing of it is trusted. */
export type Parameters = Readonly<Record<string, unknown>>

/** A dimension in millimetres (or degrees), and whether the part itself gave it. */
export interface Size {
  readonly value: number
  readonly known: boolean
}

/**
 * The dimension of that name, or the family's standard one if it is missing, no number, or out of
 * the bounds in which such a part can be drawn.
 */
export function size(
  from: Parameters,
  name: string,
  standard: number,
  min: number,
  max: number,
): Size {
  const value = own(from, name)
  return within(value, min, max) ? { value, known: true } : { value: standard, known: false }
}

/** A whole number of teeth, holes or balls, by the same rule as `size`. */
export function count(
  from: Parameters,
  name: string,
  standard: number,
  min: number,
  max: number,
): Size {
  const found = size(from, name, standard, min, max)
  return Number.isInteger(found.value) ? found : { value: standard, known: false }
}

/** A list of tooth counts, each from 8 to 80 and at most 14 of them, or the standard list. */
export function teethOf(
  from: Parameters,
  standard: readonly number[],
): { readonly list: readonly number[]; readonly known: boolean } {
  const given = own(from, 'teeth')
  const list = typeof given === 'number' ? [given] : given
  const sound =
    Array.isArray(list) &&
    list.length > 0 &&
    list.length <= 14 &&
    list.every((z) => within(z, 8, 80) && Number.isInteger(z))
  return sound ? { list, known: true } : { list: standard, known: false }
}

/** Text of that name if it is one of the words expected. */
export function word<T extends string>(from: Parameters, name: string, ...words: T[]): T | null {
  const value = own(from, name)
  return words.find((expected) => expected === value) ?? null
}

/** Text of that name if it matches, else the standard one. */
export function text(from: Parameters, name: string, pattern: RegExp, standard: string) {
  const value = own(from, name)
  return typeof value === 'string' && pattern.test(value)
    ? { value, known: true }
    : { value: standard, known: false }
}

/** True if the part gives a usable number of that name. */
export const has = (from: Parameters, name: string): boolean =>
  within(own(from, name), 0.01, 1_000_000)

/** The figure that stands on a dimension line: empty for what is not known. */
export const told = (dimension: Size, before = '', after = ''): string =>
  dimension.known ? before + plain(dimension.value) + after : ''

/** A number as it is lettered: at most two decimals. */
export const plain = (value: number): string => String(Math.round(value * 100) / 100)

const own = (from: Parameters, name: string): unknown =>
  Object.hasOwn(from, name) ? from[name] : undefined

const within = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max
