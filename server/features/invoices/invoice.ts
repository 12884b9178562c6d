import { invoiceNumber } from '@freehub/contract/invoices/invoices'
import { formatCount } from '@freehub/contract/money'
import { amount, customerLines, day } from './in-words.ts'
import type { Maker } from './maker.ts'
import type { LineOnPaper, OrderOnPaper } from './order-on-paper.ts'
import type { Column, Paper, PaperSize } from './pdf/paper.ts'

/** A number that was given, and when. */
export interface Issued {
  number: number
  issuedAt: Date
}

export interface About {
  order: OrderOnPaper
  maker: Maker
  size: PaperSize
}

/** The invoice of a paid order. */
export function invoice({ order, maker, size }: About, issued: Issued): Paper {
  const paidOn = order.paidAt ? day(order.paidAt) : ''
  return {
    ...priced({ order, maker, size }, issued),
    heading: 'Invoice',
    party: { caption: 'Billed to', lines: customerLines(order) },
    facts: [
      ['Date', day(issued.issuedAt)],
      ['Order', order.id],
      ['Ordered on', day(order.placedAt)],
    ],
    total: ['Total', amount(order.totalCents)],
    notes: [
      `Paid by card on ${paidOn}, transaction ${order.transactionId}. Nothing is left to pay.`,
      'All amounts are in US dollars.',
    ],
  }
}

/** The credit note of a refunded order: what its invoice said is taken back, whole. */
export function creditNote({ order, maker, size }: About, issued: Issued, of: Issued): Paper {
  const refundedOn = order.refundedAt ? day(order.refundedAt) : ''
  return {
    ...priced({ order, maker, size }, issued),
    heading: 'Credit note',
    party: { caption: 'Credited to', lines: customerLines(order) },
    facts: [
      ['Date', day(issued.issuedAt)],
      ['For invoice', `${invoiceNumber(of.number)} of ${day(of.issuedAt)}`],
      ['Order', order.id],
    ],
    total: ['Total credited', amount(order.totalCents)],
    notes: [
      `Refunded on ${refundedOn} to the card it was paid with, transaction ${order.transactionId}. The order is cancelled.`,
      'All amounts are in US dollars.',
    ],
  }
}

/** What both have in common: the lines with their prices. */
function priced({ order, maker, size }: About, { number, issuedAt }: Issued) {
  return {
    size,
    maker,
    number: invoiceNumber(number),
    date: issuedAt,
    columns,
    rows: order.lines.map(rowOf),
    blanks: [],
  }
}

const columns: Column[] = [
  { name: 'Product', share: 55 },
  { name: 'Pieces', share: 13, right: true },
  { name: 'Price per unit', share: 15, right: true },
  { name: 'Amount', share: 17, right: true },
]

/** Without the part's number: it is as the catalogue has it today, and what an invoice says never changes. */
function rowOf({ partName, quantity, unitPriceCents }: LineOnPaper): string[] {
  return [
    partName,
    formatCount(quantity),
    amount(unitPriceCents),
    amount(unitPriceCents * quantity),
  ]
}
