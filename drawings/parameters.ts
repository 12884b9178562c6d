/** Untrusted drawing parameters from the catalog. */
export type Parameters = Readonly<Record<string, unknown>>

/** A size in millimetres, degrees or another unit, or a count. `isKnown` is false for a default. */
export interface Size {
  readonly value: number
  readonly isKnown: boolean
}

/** Reads a number. Returns `fallback` as unknown size if it is missing, not a number, or out of bounds. */
export function readSize(
  parameters: Parameters,
  name: string,
  fallback: number,
  min: number,
  max: number,
): Size {
  const value = readOwn(parameters, name)
  return isWithin(value, min, max) ? { value, isKnown: true } : { value: fallback, isKnown: false }
}

/** Reads a whole number. Returns `fallback` as an unknown size if it is missing, not whole or out of bounds. */
export function readCount(
  parameters: Parameters,
  name: string,
  fallback: number,
  min: number,
  max: number,
): Size {
  const size = readSize(parameters, name, fallback, min, max)
  return Number.isInteger(size.value) ? size : { value: fallback, isKnown: false }
}

/** Reads at most 14 tooth counts from 8 to 80. Returns the default list if they are invalid. */
export function readTeeth(
  parameters: Parameters,
  fallback: readonly number[],
): { readonly list: readonly number[]; readonly isKnown: boolean } {
  const given = readOwn(parameters, 'teeth')
  const list = typeof given === 'number' ? [given] : given
  const isValid =
    Array.isArray(list) &&
    list.length > 0 &&
    list.length <= 14 &&
    list.every((z) => isWithin(z, 8, 80) && Number.isInteger(z))
  return isValid ? { list, isKnown: true } : { list: fallback, isKnown: false }
}

/** Reads a text if it is one of the choices. */
export function readChoice<T extends string>(
  parameters: Parameters,
  name: string,
  ...choices: T[]
): T | null {
  const value = readOwn(parameters, name)
  return choices.find((expected) => expected === value) ?? null
}

/** Reads a text that matches the pattern. Otherwise returns the default text. */
export function readText(parameters: Parameters, name: string, pattern: RegExp, fallback: string) {
  const value = readOwn(parameters, name)
  return typeof value === 'string' && pattern.test(value)
    ? { value, isKnown: true }
    : { value: fallback, isKnown: false }
}

/** True if the parameter is a number from 0.01 to 1,000,000. */
export const hasNumber = (parameters: Parameters, name: string): boolean =>
  isWithin(readOwn(parameters, name), 0.01, 1_000_000)

/** Returns the text of a dimension. Empty for a default size. */
export const labelOf = (dimension: Size, prefix = '', suffix = ''): string =>
  dimension.isKnown ? prefix + formatNumber(dimension.value) + suffix : ''

/** Formats a number with at most two decimals. */
export const formatNumber = (value: number): string => String(Math.round(value * 100) / 100)

const readOwn = (parameters: Parameters, name: string): unknown =>
  Object.hasOwn(parameters, name) ? parameters[name] : undefined

const isWithin = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max
