import type { PartEdit } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../../api/format-count.ts'
import { parseQuantity } from '../manage/parse-numbers.ts'
import type { StockMovement } from './stock-queries.ts'

/**
 * Formats a difference: `+20`, or `−5` with a minus sign (U+2212), which has the width of a plus
 * sign.
 */
export function formatSigned(pieces: number): string {
  return `${pieces < 0 ? '−' : '+'}${formatCount(Math.abs(pieces))}`
}

/** Formats a stock change: `+20 pieces, 140 available`. */
export function formatStockChange(pieces: number, available: number): string {
  const unit = Math.abs(pieces) === 1 ? 'piece' : 'pieces'
  return `${formatSigned(pieces)} ${unit}, ${formatCount(available)} available`
}

/** Returns the label of a movement without a reason. */
export function formatMovementKind(kind: StockMovement['kind']): string {
  return { initial: 'Initial stock', adjustment: 'Adjusted manually', shipment: 'Shipped' }[kind]
}

type Change = PartEdit['changes'][number]

const FIELD_LABELS: Record<Change['field'], string> = {
  name: 'Name',
  description: 'Description',
  img: 'Picture',
  price: 'Price',
  minimumOrder: 'Minimum order',
  priceTiers: 'Price steps',
  orderMultiple: 'Order multiple',
  sku: 'SKU',
  family: 'Family',
  packSize: 'Pack',
  cartonSize: 'Carton',
  weightGrams: 'Weight',
  leadTimeDays: 'Lead time',
  hsCode: 'HS code',
  gtin: 'GTIN',
  competitorNumbers: 'Competitors’ numbers',
  needs: 'Needs',
  offers: 'Offers',
  attributes: 'Dimensions',
}

/** Formats an edit of a part, one line per field: `Price from $4.20 to $4.50`. Omits long texts. */
export function formatEdit({ kind, changes }: Pick<PartEdit, 'kind' | 'changes'>): string[] {
  if (kind === 'deleted') return ['Removed from sale']
  if (kind === 'restored') return ['Put back on sale']
  return changes.map(({ field, from, to }) =>
    field === 'description' || field === 'img' || field === 'attributes'
      ? `${FIELD_LABELS[field]} changed`
      : `${FIELD_LABELS[field]} from ${formatValue(field, from)} to ${formatValue(field, to)}`,
  )
}

function formatValue(field: Change['field'], value: Change['from']): string {
  if (value === null) return 'none'
  switch (field) {
    case 'price':
      return formatDollars(Number(value))
    case 'priceTiers':
      return formatPriceSteps(String(value))
    case 'minimumOrder':
    case 'orderMultiple':
    case 'packSize':
    case 'cartonSize':
      return `${formatCount(Number(value))} pcs`
    case 'weightGrams':
      return `${value} g`
    case 'leadTimeDays':
      return pluralize(Number(value), 'day', 'days')
    default:
      return `“${value}”`
  }
}

/** A difference in pieces, or the new available quantity. */
export type StockInput = { pieces: number } | { available: number }

/**
 * Parses `+20` and `-5` as differences, and `120` as a new number. Returns undefined for other
 * texts.
 */
export function parseStockInput(text: string): StockInput | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? []
  const pieces = parseQuantity(digits)
  if (pieces === undefined || Number.isNaN(pieces)) return undefined
  if (sign === '') return { available: pieces }
  return { pieces: sign === '+' ? pieces : -pieces }
}

/** Returns the difference from the current available quantity. */
export function computeStockDelta(input: StockInput, available: number): number {
  return 'pieces' in input ? input.pieces : input.available - available
}

/** Formats price steps: `300:5.72|1000:5.10` as `$5.72 from 300 pcs, $5.10 from 1,000 pcs`. */
function formatPriceSteps(text: string): string {
  const steps = text.split('|').map((step) => {
    const [fromQuantity, price] = step.split(':').map(Number)
    return `${formatDollars(price as number)} from ${formatCount(fromQuantity as number)} pcs`
  })
  return steps.join(', ')
}
