import type { PartEdit } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'

type Change = PartEdit['changes'][number]

const FIELD_LABELS: Record<Change['field'], string> = {
  name: 'Name',
  description: 'Description',
  img: 'Image',
  price: 'Price',
  minimumOrder: 'Minimum order',
  priceTiers: 'Price steps',
  orderMultiple: 'Order multiple',
  sku: 'Part number',
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

/** Formats an edit of a part, one line per field: `Price from $4.20 to $4.50`. Omits the values of long fields. */
export function formatEdit({ kind, changes }: Pick<PartEdit, 'kind' | 'changes'>): string[] {
  if (kind === 'deleted') return ['Removed from sale']
  if (kind === 'restored') return ['Put back on sale']
  return changes.map(formatFieldChange)
}

export function formatFieldChange({ field, from, to }: Change): string {
  return field === 'description' || field === 'img' || field === 'attributes'
    ? `${FIELD_LABELS[field]} changed`
    : `${FIELD_LABELS[field]} from ${formatValue(field, from)} to ${formatValue(field, to)}`
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

/** Formats price steps: `300:5.72|1000:5.10` as `$5.72 from 300 pcs, $5.10 from 1,000 pcs`. */
function formatPriceSteps(text: string): string {
  const steps = text.split('|').map((step) => {
    const [fromQuantity, price] = step.split(':').map(Number)
    return `${formatDollars(price as number)} from ${formatCount(fromQuantity as number)} pcs`
  })
  return steps.join(', ')
}
