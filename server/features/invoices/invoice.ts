import { formatInvoiceNumber } from '@freehub/contract/invoices/invoice-number'
import { formatCents, formatCount } from '@freehub/contract/money'
import {
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
  const isOld = wasPlacedBeforeListPrices(order.lines)
  const paidOn = order.paidAt ? formatDay(order.paidAt) : ''
  return {
    ...composeSharedContent({ order, maker, size }, issued),
    heading: 'Invoice',
    state: isOld ? null : `Paid ${paidOn}`,
    title: `Invoice ${formatInvoiceNumber(issued.number)}`,
    party: { caption: 'Billed to', lines: formatBilledCustomer(order) },
    facts: [
      ['Date', formatDay(issued.issuedAt)],
      ['Order', order.reference],
      ['Ordered on', formatDay(order.placedAt)],
      ...listReference(order),
      ...(isOld ? [] : [TERMS]),
    ],
    total: [isOld ? 'Total' : 'Total (USD)', formatCents(order.totalCents)],
    payments: isOld ? [] : listPayments(order),
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
    state: null,
    title: `Credit note ${formatInvoiceNumber(creditNote.number)}`,
    party: { caption: 'Credited to', lines: formatBilledCustomer(order) },
    facts: [
      ['Date', formatDay(creditNote.issuedAt)],
      ['For invoice', `${formatInvoiceNumber(invoice.number)} of ${formatDay(invoice.issuedAt)}`],
      ['Order', order.reference],
      ...listReference(order),
    ],
    total: ['Total credited', formatCents(order.totalCents)],
    payments: [],
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
  const columns = listColumns(order.lines)
  return {
    size,
    maker,
    number: formatInvoiceNumber(number),
    date: issuedAt,
    columns: columns.map(({ format, ...column }) => column),
    rows: order.lines.map((line) => columns.map(({ format }) => format(line))),
    sums: wasPlacedBeforeListPrices(order.lines) ? [] : listSums(order),
    fillInCaptions: [],
  }
}

/** The terms of payment for the head of the document. */
const TERMS: [string, string] = ['Terms', 'Paid in advance, by card']

/** Lists the sums. The shop charges no tax, so the net amount equals the total. */
function listSums({ totalCents }: OrderForDocument): DocumentContent['sums'] {
  return [
    ['Net amount', formatCents(totalCents)],
    ['Tax (none charged)', formatCents(0)],
  ]
}

/** Lists what was paid and what is due below the total. An invoice is issued after the payment. */
function listPayments({ totalCents }: OrderForDocument): DocumentContent['payments'] {
  return [
    ['Amount paid', formatCents(totalCents)],
    ['Amount due', formatCents(0)],
  ]
}

interface LineColumn extends Column {
  format: (line: LineForDocument) => string
}

/**
 * Lists the columns of the table. They contain only recorded data, because an issued document must never change. An
 * order of a previous version has no recorded part numbers, so its document has columns for neither numbers nor codes.
 */
function listColumns(lines: LineForDocument[]): LineColumn[] {
  const hasNumbers = lines.some(({ recordedSku }) => recordedSku !== null)
  const hasCodes = hasNumbers && lines.some(({ recordedHsCode }) => recordedHsCode !== null)
  const numberShare = hasNumbers ? 14 : 0
  const codeShare = hasCodes ? 10 : 0
  const columns: LineColumn[] = [
    { name: 'Part number', share: numberShare, format: ({ recordedSku }) => recordedSku ?? '–' },
    { name: 'Product', share: 63 - numberShare - codeShare, format: formatProduct },
    { name: 'HS code', share: codeShare, format: ({ recordedHsCode }) => recordedHsCode ?? '–' },
    {
      name: 'Pieces',
      share: 9,
      isRightAligned: true,
      format: ({ quantity }) => formatCount(quantity),
    },
    {
      name: 'Price per unit',
      share: 14,
      isRightAligned: true,
      format: ({ unitPriceCents }) => formatCents(unitPriceCents),
    },
    {
      name: 'Amount',
      share: 14,
      isRightAligned: true,
      format: ({ unitPriceCents, quantity }) => formatCents(unitPriceCents * quantity),
    },
  ]
  return columns.filter(({ share }) => share > 0)
}

/** Formats the part name. If the unit price is discounted, adds the list price on a second line. */
function formatProduct({ partName, unitPriceCents, listPriceCents }: LineForDocument): string {
  const isDiscounted = listPriceCents !== null && listPriceCents > unitPriceCents
  return isDiscounted ? `${partName}\nList price ${formatCents(listPriceCents)}` : partName
}
