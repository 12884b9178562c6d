import type { ChangedPart, Part } from '@freehub/contract/catalog/parts'
import { type NewPartDraft, newPartOf } from './new-part-draft.ts'

/** A part as a form has it. */
export function draftOf(part: Part): NewPartDraft {
  return {
    name: part.name,
    price: String(part.price),
    minimumOrder: String(part.minimumOrder),
    availableQuantity: String(part.availableQuantity),
    description: part.description,
    img: part.img,
  }
}

/**
 * What was typed otherwise than it stood there, if anything; with the price and minimum that were
 * seen, where these change. The stock is changed elsewhere.
 */
export function changeOf(seen: Part, draft: NewPartDraft): ChangedPart | undefined {
  const { availableQuantity: _, ...typed } = newPartOf(draft)
  const change = Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== seen[field as keyof Part]),
  ) as Partial<typeof typed>
  if (Object.keys(change).length === 0) return undefined
  return {
    ...change,
    seen: {
      ...(change.price !== undefined && { price: seen.price }),
      ...(change.minimumOrder !== undefined && { minimumOrder: seen.minimumOrder }),
    },
  }
}
