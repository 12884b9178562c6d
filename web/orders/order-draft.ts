import { dropDraft, keepDraft, readDraft } from '../ui/form-draft.ts'

export interface OrderDraft {
  quantity: string
  phone: string
  address: string
}

const CONTACT = 'order'
const quantityOf = (partId: string) => `order:${partId}`

/** What was typed and not yet sent; phone and address for any part, the quantity for this one. */
export function readOrderDraft(email: string, partId: string, defaults: OrderDraft): OrderDraft {
  const { quantity, ...contact } = defaults
  return {
    ...readDraft(email, CONTACT, contact),
    ...readDraft(email, quantityOf(partId), { quantity }),
  }
}

export function keepOrderDraft(email: string, partId: string, draft: OrderDraft): void {
  const { quantity, ...contact } = draft
  keepDraft(email, CONTACT, contact)
  keepDraft(email, quantityOf(partId), { quantity })
}

/** After the order is placed its quantity is done with; phone and address serve the next one. */
export function dropDraftQuantity(email: string, partId: string): void {
  dropDraft(email, quantityOf(partId))
}
