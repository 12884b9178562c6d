import { formatInvoiceNumber } from '@freehub/contract/invoices/invoices'
import { formatCount } from '@freehub/contract/money'
import {
  formatAmount,
  formatBilledCustomer,
  formatDay,
  formatNote,
  formatOrigin,
  type LineForDocument,
  listReference,
  type OrderForDocument,
  wasPlacedBeforeListPrices,
} from './order-for-document.ts'
import type { Column, DocumentContent, Maker, PaperSize } from './pdf/document-content.ts'

/** The number of an invoice or credit note. */
export interface IssuedNumber {
  number: number
  issuedAt: Date
}

export interface DocumentInput {
  order: OrderForDocument
  maker: Maker
  size: PaperSize
}

/** Composes the invoice of a paid order. */
export function composeInvoice(
  { order, maker, size }: DocumentInput,
  issued: IssuedNumber,
): DocumentContent {
  const paidOn = order.paidAt ? formatDay(order.paidAt) : ''
  return {
    ...composeSharedContent({ order, maker, size }, issued),
    heading: 'Invoice',
    title: `Invoice ${formatInvoiceNumber(issued.number)}`,
    party: { caption: 'Billed to', lines: formatBilledCustomer(order) },
    facts: [
      ['Date', formatDay(issued.issuedAt)],
      ['Order', order.reference],
      ['Ordered on', formatDay(order.placedAt)],
      ...listReference(order),
      ...(wasPlacedBeforeListPrices(order.lines) ? [] : [TERMS]),
    ],
    total: ['Total', formatAmount(order.totalCents)],
    notes: [
      `Paid in full by card on ${paidOn}, transaction ${order.transactionId}.`,
      ['All amounts are in US dollars.', ...formatOrigin(maker)].join(' '),
      ...formatNote(order.note),
    ],
  }
}

/** Composes the credit note of a refunded order, which cancels the whole invoice. */
export function composeCreditNote(
  { order, maker, size }: DocumentInput,
  creditNote: IssuedNumber,
  invoice: IssuedNumber,
): DocumentContent {
  const refundedOn = order.refundedAt ? formatDay(order.refundedAt) : ''
  return {
    ...composeSharedContent({ order, maker, size }, creditNote),
    heading: 'Credit note',
    title: `Credit note ${formatInvoiceNumber(creditNote.number)}`,
    party: { caption: 'Credited to', lines: formatBilledCustomer(order) },
    facts: [
      ['Date', formatDay(creditNote.issuedAt)],
      ['For invoice', `${formatInvoiceNumber(invoice.number)} of ${formatDay(invoice.issuedAt)}`],
      ['Order', order.reference],
      ...listReference(order),
    ],
    total: ['Total credited', formatAmount(order.totalCents)],
    notes: [
      `Refunded on ${refundedOn} to the card used for payment, transaction ${order.transactionId}. The order is cancelled.`,
      'All amounts are in US dollars.',
    ],
  }
}

/** Composes the content that invoices and credit notes have in common. */
function composeSharedContent(
  { order, maker, size }: DocumentInput,
  { number, issuedAt }: IssuedNumber,
) {
  // An order of a previous version has no recorded part numbers, and its issued document must not change.
  const hasPartNumbers = order.lines.some(({ recordedSku }) => recordedSku !== null)
  return {
    size,
    maker,
    number: formatInvoiceNumber(number),
    date: issuedAt,
    columns: hasPartNumbers ? columnsWithPartNumber : columns,
    rows: order.lines.map((line) =>
      hasPartNumbers ? [line.recordedSku ?? '–', ...toRow(line)] : toRow(line),
    ),
    sums: wasPlacedBeforeListPrices(order.lines) ? [] : listSums(order),
    fillInCaptions: [],
  }
}

/** The terms of payment for the head of the document. */
const TERMS: [string, string] = ['Terms', 'Paid in advance, by card']

/** Lists the sums. The shop charges no tax, so the net amount equals the total. */
function listSums({ totalCents }: OrderForDocument): DocumentContent['sums'] {
  return [
    ['Net amount', formatAmount(totalCents)],
    ['Tax (none charged)', formatAmount(0)],
  ]
}

const columns: Column[] = [
  { name: 'Product', share: 55 },
  { name: 'Pieces', share: 13, isRightAligned: true },
  { name: 'Price per unit', share: 15, isRightAligned: true },
  { name: 'Amount', share: 17, isRightAligned: true },
]

const columnsWithPartNumber: Column[] = [
  { name: 'Part number', share: 14 },
  { name: 'Product', share: 48 },
  { name: 'Pieces', share: 9, isRightAligned: true },
  { name: 'Price per unit', share: 14, isRightAligned: true },
  { name: 'Amount', share: 15, isRightAligned: true },
]

/** Formats a line. Contains only recorded data, because an invoice must never change. */
function toRow(line: LineForDocument): string[] {
  const { partName, quantity, unitPriceCents, listPriceCents, recordedHsCode } = line
  const isDiscounted = listPriceCents !== null && listPriceCents > unitPriceCents
  const details = [
    ...(recordedHsCode ? [`HS code ${recordedHsCode}`] : []),
    ...(isDiscounted ? [`List price ${formatAmount(listPriceCents)}`] : []),
  ]
  return [
    details.length > 0 ? `${partName}\n${details.join(', ')}` : partName,
    formatCount(quantity),
    formatAmount(unitPriceCents),
    formatAmount(unitPriceCents * quantity),
  ]
}
