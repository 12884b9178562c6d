export interface OrderDraft {
  quantity: string
  phone: string
  address: string
}

/** A draft belongs to one person: whoever signs in next in this tab does not see it. */
const draftKey = (email: string) => `orderDraft:${email}`
const quantityKey = (email: string, partId: string) => `${draftKey(email)}:${partId}`

/** What was typed and not yet sent; phone and address for any part, the quantity for this one. */
export function readDraft(email: string, partId: string): Partial<OrderDraft> {
  const draft: Partial<OrderDraft> = {}
  try {
    const contact: unknown = JSON.parse(sessionStorage.getItem(draftKey(email)) ?? '{}')
    if (typeof contact === 'object' && contact !== null) {
      if ('phone' in contact && typeof contact.phone === 'string') draft.phone = contact.phone
      if ('address' in contact && typeof contact.address === 'string')
        draft.address = contact.address
    }
    const quantity = sessionStorage.getItem(quantityKey(email, partId))
    if (quantity !== null) draft.quantity = quantity
  } catch {
    // Storage is forbidden or holds something else: the form begins empty.
  }
  return draft
}

export function keepDraft(email: string, partId: string, draft: OrderDraft): void {
  try {
    const { quantity, phone, address } = draft
    sessionStorage.setItem(draftKey(email), JSON.stringify({ phone, address }))
    sessionStorage.setItem(quantityKey(email, partId), quantity)
  } catch {
    // Storage is forbidden or full: the form works without it.
  }
}

/** After the order is placed its quantity is done with; phone and address serve the next one. */
export function dropDraftQuantity(email: string, partId: string): void {
  try {
    sessionStorage.removeItem(quantityKey(email, partId))
  } catch {
    // As above.
  }
}
