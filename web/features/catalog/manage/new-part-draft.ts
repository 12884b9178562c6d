import { isSoldOut, type NewPart } from '@freehub/contract/catalog/parts'
import { IMAGE_PATH_PATTERN } from '@freehub/contract/limits'
import { centsOf } from '@freehub/contract/money'

/** A part as it is being typed. */
export type NewPartDraft = Record<keyof NewPart, string>

export const nothingTyped: NewPartDraft = {
  name: '',
  price: '',
  minimumOrder: '',
  availableQuantity: '',
  description: '',
  img: '',
}

/** For an input's `pattern`: https, or a path of the shop itself; blanks around it do no harm. */
export const IMAGE_ADDRESS_PATTERN = String.raw`\s*(?:https:\/\/\S+|${IMAGE_PATH_PATTERN})\s*`

const IMAGE_ADDRESS = new RegExp(`^${IMAGE_ADDRESS_PATTERN}$`)

/** The address of a picture, if what was typed is one. */
export function imageAddressOf(typed: string): string | undefined {
  return IMAGE_ADDRESS.test(typed) ? typed.trim() : undefined
}

/** The part that was typed; what the browser lets pass is a number where one belongs. */
export function newPartOf(draft: NewPartDraft): NewPart {
  return {
    name: draft.name.trim(),
    price: Number(draft.price),
    minimumOrder: Number(draft.minimumOrder),
    availableQuantity: Number(draft.availableQuantity),
    description: draft.description.trim(),
    img: draft.img.trim(),
  }
}

/** What of it can be shown already: a number that is none yet, or cannot be taken, is undefined. */
export function typedSoFar(draft: NewPartDraft) {
  const { name, description, price, minimumOrder, availableQuantity } = newPartOf(draft)
  return {
    name,
    description,
    price: draft.price !== '' && centsOf(price) > 0 ? price : undefined,
    minimumOrder: minimumOrder > 0 ? pieces(minimumOrder) : undefined,
    availableQuantity: draft.availableQuantity === '' ? undefined : pieces(availableQuantity),
  }
}

/** What is to be known of a part that nobody will be able to order as it is. */
export function soldOutFromTheStart(draft: NewPartDraft): string | undefined {
  const { minimumOrder, availableQuantity } = typedSoFar(draft)
  if (minimumOrder === undefined || availableQuantity === undefined) return undefined
  return isSoldOut({ minimumOrder, availableQuantity })
    ? 'Below the minimum order: the product will be out of stock from the start.'
    : undefined
}

function pieces(count: number): number | undefined {
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
