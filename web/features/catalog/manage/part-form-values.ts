import { isSoldOut, type Part, type PartFields } from '@freehub/contract/catalog/parts'
import { IMAGE_PATH_PATTERN } from '@freehub/contract/limits'
import { parseDollars, parseWholeNumber } from './parse-numbers.ts'

/** The form's texts, as typed. */
export type PartFormValues = Record<keyof PartFields, string>

export const emptyPartValues: PartFormValues = {
  name: '',
  price: '',
  minimumOrder: '',
  availableQuantity: '',
  description: '',
  img: '',
}

/** An https URL or a path on this site, with optional white space around it. */
export const IMAGE_URL_PATTERN = String.raw`\s*(?:https:\/\/\S+|${IMAGE_PATH_PATTERN})\s*`

const IMAGE_URL = new RegExp(`^${IMAGE_URL_PATTERN}$`)

/** Returns the trimmed URL of a picture. Undefined if the text is neither an https URL nor a path on this site. */
export function parseImageUrl(text: string): string | undefined {
  return IMAGE_URL.test(text) ? text.trim() : undefined
}

/** Converts the fields that the specification requires. The form has validated the numbers. */
export function toNewPart(values: PartFormValues): PartFields {
  return {
    name: values.name.trim().replaceAll(/\s*\n\s*/g, ' '),
    price: parseDollars(values.price) as number,
    minimumOrder: parseWholeNumber(values.minimumOrder) as number,
    availableQuantity: parseWholeNumber(values.availableQuantity) as number,
    description: values.description.trim(),
    img: values.img.trim(),
  }
}

/** Converts an unfinished form for the preview. Missing and invalid numbers become undefined. */
export function toPreview(values: PartFormValues) {
  const { name, description, price, minimumOrder, availableQuantity } = toNewPart(values)
  return {
    name,
    description,
    price: price || undefined,
    minimumOrder: minimumOrder || undefined,
    availableQuantity: availableQuantity >= 0 ? availableQuantity : undefined,
  }
}

/** Returns a warning if the stock is below the minimum order, because then the part cannot be ordered. */
export function getSoldOutWarning(values: PartFormValues): string | undefined {
  const { minimumOrder, availableQuantity } = toPreview(values)
  if (minimumOrder === undefined || availableQuantity === undefined) return undefined
  return isSoldOut({ minimumOrder, availableQuantity })
    ? 'Below the minimum order. The product will be shown as out of stock.'
    : undefined
}

export function toPartFormValues(part: Part): PartFormValues {
  return {
    name: part.name,
    price: part.price.toFixed(2),
    minimumOrder: String(part.minimumOrder),
    availableQuantity: String(part.availableQuantity),
    description: part.description,
    img: part.img,
  }
}
