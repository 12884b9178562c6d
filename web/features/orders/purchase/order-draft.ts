import { dropDraft, readDraft } from '../../../ui/forms/form-draft.ts'

export interface OrderDraft {
  quantity: string
  phone: string
  address: string
}

/** A draft is kept for phone and address, and one for each part's quantity; of each its own is read. */
export const CONTACT_DRAFT = 'order'
export const quantityDraft = (partId: string) => `order:${partId}`

/** What was typed and not yet sent; phone and address for any part, the quantity for this one. */
export function readOrderDraft(email: string, partId: string, defaults: OrderDraft): OrderDraft {
  const { quantity, ...contact } = defaults
  return {
    ...readDraft(email, CONTACT_DRAFT, contact),
    ...readDraft(email, quantityDraft(partId), { quantity }),
  }
}

/** After the order is placed its quantity is done with; phone and address serve the next one. */
export function dropDraftQuantity(email: string, partId: string): void {
  dropDraft(email, quantityDraft(partId))
}
