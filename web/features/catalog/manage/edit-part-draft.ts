import type { Part, PartUpdate } from '@freehub/contract/catalog/parts'
import { type PartDraft, toNewPart } from './part-draft.ts'

/** Converts a part to the form's texts. */
export function toDraft(part: Part): PartDraft {
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
 * Returns the changed fields, with the seen price and minimum order if these change, or nothing.
 * Ignores the stock, which has its own form.
 */
export function diffDraft(seen: Part, draft: PartDraft): PartUpdate | undefined {
  const { availableQuantity: _, ...typed } = toNewPart(draft)
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
