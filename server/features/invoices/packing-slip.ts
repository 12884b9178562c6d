import { weightInWords } from '@freehub/contract/catalog/weight-in-words'
import { formatCount } from '@freehub/contract/money'
import { addressLines, counted, day } from './in-words.ts'
import type { About } from './invoice.ts'
import type { LineOnPaper } from './order-on-paper.ts'
import type { Column, Paper } from './pdf/paper.ts'

/** What lies in the parcel and where it goes. It says no prices: whoever receives it need not know them. */
export function packingSlip({ order, maker, size }: About, now: Date): Paper {
  const { name, address, phone, lines } = order
  const weight = weightOf(lines)
  return {
    size,
    heading: 'Packing slip',
    number: null,
    date: now,
    maker,
    party: { caption: 'Ship to', lines: [name, ...addressLines(address), phone] },
    facts: [
      ['Order', order.id],
      ['Ordered on', day(order.placedAt)],
      ...(weight ? [['Net weight', weight] as [string, string]] : []),
      ...(order.carrier ? [['Carrier', order.carrier] as [string, string]] : []),
      ...(order.trackingNumber ? [['Parcel', order.trackingNumber] as [string, string]] : []),
    ],
    columns,
    rows: lines.map(rowOf),
    total: null,
    notes: [],
    blanks: ['Packed by', 'Checked by', 'Date'],
  }
}

const columns: Column[] = [
  { name: 'Part number', share: 17 },
  { name: 'Product', share: 34 },
  { name: 'Pieces', share: 10, right: true },
  { name: 'Packs', share: 26 },
  { name: 'Net weight', share: 13, right: true },
]

function rowOf(line: LineOnPaper): string[] {
  const { sku, partName, quantity, hsCode } = line
  return [
    sku ?? '–',
    hsCode ? `${partName}\nHS code ${hsCode}` : partName,
    formatCount(quantity),
    packsInWords(line),
    weightOf([line]) ?? '–',
  ]
}

/** `2 cartons, 3 packs and 4 pieces`: as few to carry as there can be. */
export function packsInWords({ quantity, packSize, cartonSize }: LineOnPaper): string {
  const cartons = cartonSize ? Math.floor(quantity / cartonSize) : 0
  const rest = quantity - cartons * (cartonSize ?? 0)
  const packs = packSize ? Math.floor(rest / packSize) : 0
  const single = rest - packs * (packSize ?? 0)
  const said = [
    cartons > 0 && counted(cartons, 'carton', 'cartons'),
    packs > 0 && counted(packs, 'pack', 'packs'),
    single > 0 && counted(single, 'piece', 'pieces'),
  ].filter((words) => words !== false)
  const last = said.pop() ?? ''
  return said.length > 0 ? `${said.join(', ')} and ${last}` : last
}

/** Of all pieces together, without their packs; nothing where one of them was never weighed. */
function weightOf(lines: LineOnPaper[]): string | undefined {
  let grams = 0
  for (const { weightGrams, quantity } of lines) {
    if (weightGrams === null) return undefined
    grams += weightGrams * quantity
  }
  return weightInWords(grams)
}
