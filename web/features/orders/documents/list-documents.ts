import type { OrderHistory } from '@freehub/contract/orders/orders'

export interface OrderDocument {
  name: string
  /** The last segment of the document's URL. */
  kind: 'invoice' | 'credit-note' | 'packing-slip'
  /** Null until the server has assigned the number. */
  number: string | null
}

/** The documents that customers may download. */
export function listCustomerDocuments(order: OrderHistory): OrderDocument[] {
  if (!order.paid) return []
  const invoice: OrderDocument = { name: 'Invoice', kind: 'invoice', number: order.invoiceNumber }
  if (order.stage !== 'Refunded') return [invoice]
  return [invoice, { name: 'Credit note', kind: 'credit-note', number: order.creditNoteNumber }]
}
