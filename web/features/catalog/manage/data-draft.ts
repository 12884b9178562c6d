import type { PartData, PartDetails } from '@freehub/contract/catalog/parts'

type Attributes = PartData['attributes']

/** The form's texts, as typed. */
export interface DataDraft extends Record<keyof Omit<PartData, 'attributes'>, string> {
  dimensions: { name: string; value: string }[]
}

/** Returns the data that the form replaces. */
export function toPartData(details: PartDetails): PartData {
  const { sku, familySlug, packSize, cartonSize, weightGrams, leadTimeDays, hsCode } = details
  const numbers = { packSize, cartonSize, weightGrams, leadTimeDays }
  return { sku, familySlug, ...numbers, hsCode, attributes: details.attributes }
}

export function toDataDraft({ attributes, ...data }: PartData): DataDraft {
  const texts = Object.entries(data).map(([field, value]) => [field, String(value ?? '')])
  const dimensions = Object.entries(attributes).map(([name, value]) => ({
    name,
    value: formatDimension(value),
  }))
  return { ...Object.fromEntries(texts), dimensions }
}

/** Converts a draft. Unchanged dimensions keep their type. Empty dimensions are removed. */
export function parseDataDraft(draft: DataDraft, seen: Attributes): PartData {
  const rows = draft.dimensions.map(({ name, value }) => [name.trim(), value.trim()] as const)
  const attributes = rows
    .filter(([name, value]) => name !== '' && value !== '')
    .map(([name, text]) => {
      const seenValue = seen[name]
      const isSame = seenValue !== undefined && formatDimension(seenValue) === text
      return [name, isSame ? seenValue : parseDimension(text)] as const
    })
  return {
    sku: draft.sku.trim() || null,
    familySlug: draft.familySlug || null,
    packSize: parseNumber(draft.packSize),
    cartonSize: parseNumber(draft.cartonSize),
    weightGrams: parseNumber(draft.weightGrams),
    leadTimeDays: parseNumber(draft.leadTimeDays),
    hsCode: draft.hsCode.trim() || null,
    attributes: Object.fromEntries(attributes),
  }
}

function formatDimension(value: Attributes[string]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return [value].flat().join(', ')
}

/**
 * Parses a dimension: `7.1` is a number, `6, 7, 8` are numbers, `yes` is true. Other text stays
 * text.
 */
function parseDimension(text: string): Attributes[string] {
  if (/^(yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  const numbers = text.split(/\s*,\s*/).map((item) => (item === '' ? Number.NaN : Number(item)))
  if (numbers.some(Number.isNaN)) return text
  return numbers.length > 1 ? numbers : (numbers[0] ?? text)
}

const parseNumber = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))
