import { formatWeight } from '@freehub/contract/catalog/parts'
import { formatCount, pluralize } from '@freehub/contract/money'
import type { DocumentInput } from './invoice.ts'
import {
  formatDay,
  formatNote,
  formatOrigin,
  type LineForDocument,
  listReference,
  splitLines,
} from './order-for-document.ts'
import type { Column, DocumentContent } from './pdf/document-content.ts'

/** Composes a packing slip. It has no prices, because the recipient may not be the buyer. */
export function composePackingSlip(
  { order, maker, size }: DocumentInput,
  now: Date,
): DocumentContent {
  const { name, address, phone, note, lines } = order
  const weight = formatNetWeight(lines)
  return {
    size,
    heading: 'Packing slip',
    number: null,
    state: null,
    title: `Packing slip of order ${order.reference}`,
    date: now,
    maker,
    party: { caption: 'Ship to', lines: [name, ...splitLines(address), phone] },
    facts: [
      ['Order', order.reference],
      ['Ordered on', formatDay(order.placedAt)],
      ...listReference(order),
      ...(weight ? [['Net weight', weight] as [string, string]] : []),
      ...(order.carrier ? [['Carrier', order.carrier] as [string, string]] : []),
      ...(order.trackingNumber ? [['Tracking no.', order.trackingNumber] as [string, string]] : []),
    ],
    columns,
    rows: lines.map(toRow),
    sums: [],
    total: null,
    payments: [],
    notes: [...formatOrigin(maker), ...formatNote(note)],
    fillInCaptions: ['Packed by', 'Checked by', 'Date'],
  }
}

const columns: Column[] = [
  { name: 'Part number', share: 15 },
  { name: 'Product', share: 37 },
  { name: 'Pieces', share: 9, isRightAligned: true },
  { name: 'Packs', share: 26 },
  { name: 'Net weight', share: 13, isRightAligned: true },
]

function toRow(line: LineForDocument): string[] {
  const { sku, partName, quantity, hsCode } = line
  return [
    sku ?? '–',
    hsCode ? `${partName}\nHS code ${hsCode}` : partName,
    formatCount(quantity),
    formatPacks(line),
    formatNetWeight([line]) ?? '–',
  ]
}

/** Formats a quantity in the largest units: `2 cartons, 3 packs and 4 pieces`. */
export function formatPacks({ quantity, packSize, cartonSize }: LineForDocument): string {
  const cartons = cartonSize ? Math.floor(quantity / cartonSize) : 0
  const rest = quantity - cartons * (cartonSize ?? 0)
  const packs = packSize ? Math.floor(rest / packSize) : 0
  const single = rest - packs * (packSize ?? 0)
  const texts = [
    cartons > 0 && pluralize(cartons, 'carton', 'cartons'),
    packs > 0 && pluralize(packs, 'pack', 'packs'),
    single > 0 && pluralize(single, 'piece', 'pieces'),
  ].filter((text) => text !== false)
  const last = texts.pop() ?? ''
  return texts.length > 0 ? `${texts.join(', ')} and ${last}` : last
}

/** Formats the total weight without packaging. Returns undefined if the weight of a part is unknown. */
function formatNetWeight(lines: LineForDocument[]): string | undefined {
  let grams = 0
  for (const { weightGrams, quantity } of lines) {
    if (weightGrams === null) return undefined
    grams += weightGrams * quantity
  }
  return formatWeight(grams)
}
