import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'

export interface OrderDraft {
  quantity: string
  phone: string
  address: string
}

/** Phone and address share one draft for all parts. Each part has its own draft of the quantity. */
export const CONTACT_DRAFT_KEY = 'order'
export const quantityDraftKey = (partId: string) => `order:${partId}`

export function readOrderDraft(email: string, partId: string, defaults: OrderDraft): OrderDraft {
  const { quantity, ...contact } = defaults
  return {
    ...readDraft(email, CONTACT_DRAFT_KEY, contact),
    ...readDraft(email, quantityDraftKey(partId), { quantity }),
  }
}

/** Clears the quantity after an order. Phone and address stay for the next order. */
export function clearQuantityDraft(email: string, partId: string): void {
  clearDraft(email, quantityDraftKey(partId))
}
