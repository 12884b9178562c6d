import type { PartData, PartDetails } from '@freehub/contract/catalog/parts'
import { parseDecimal, parseWholeNumber } from './parse-numbers.ts'

type Attributes = PartData['attributes']

/** The form's texts, as typed. */
export interface DataFormValues extends Record<keyof Omit<PartData, 'attributes'>, string> {
  dimensions: { name: string; value: string }[]
}

/** Returns the fields of the part that the form edits. */
export function toPartData(details: PartDetails): PartData {
  const { sku, familySlug, packSize, cartonSize, weightGrams, leadTimeDays, hsCode } = details
  const numbers = { packSize, cartonSize, weightGrams, leadTimeDays }
  return { sku, familySlug, ...numbers, hsCode, attributes: details.attributes }
}

export function toDataFormValues({ attributes, ...data }: PartData): DataFormValues {
  const texts = Object.entries(data).map(([field, value]) => [field, String(value ?? '')])
  const dimensions = Object.entries(attributes).map(([name, value]) => ({
    name,
    value: formatDimension(value),
  }))
  return { ...Object.fromEntries(texts), dimensions }
}

/** Converts the form to data, without empty dimensions. Dimensions with the same text as in `seen` keep their type. */
export function parseDataFormValues(values: DataFormValues, seen: Attributes): PartData {
  const rows = values.dimensions.map(({ name, value }) => [name.trim(), value.trim()] as const)
  const attributes = rows
    .filter(([name, value]) => name !== '' && value !== '')
    .map(([name, text]) => {
      const seenValue = seen[name]
      const isSame = seenValue !== undefined && formatDimension(seenValue) === text
      return [name, isSame ? seenValue : parseDimension(text)] as const
    })
  return {
    sku: values.sku.trim() || null,
    familySlug: values.familySlug || null,
    packSize: parseWholeNumber(values.packSize) ?? null,
    cartonSize: parseWholeNumber(values.cartonSize) ?? null,
    weightGrams: parseDecimal(values.weightGrams) ?? null,
    leadTimeDays: parseWholeNumber(values.leadTimeDays) ?? null,
    hsCode: values.hsCode.trim() || null,
    attributes: Object.fromEntries(attributes),
  }
}

function formatDimension(value: Attributes[string]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return [value].flat().join(', ')
}

/** Pattern for inputs. Refuses numbers with a comma but no space, such as `7,1`, which may be one number or two. */
export const DIMENSION_PATTERN = '(?![\\d., \\-]*,\\S[\\d., \\-]*$).*'

/** A plain decimal number. `007` and numbers of more than 15 digits would lose digits. */
const DIMENSION_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/

/** Parses a dimension: `7.1` is a number, `6, 7, 8` are numbers, `yes` is true. Other text stays text, also `007`. */
function parseDimension(text: string): Attributes[string] {
  if (/^(yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  const items = text.split(/, +/)
  if (!items.every((item) => DIMENSION_NUMBER.test(item))) return text
  return items.length > 1 ? items.map(Number) : Number(text)
}
