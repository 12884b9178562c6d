import type { PartEdit } from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { counted } from '../../../api/counted.ts'

type Change = PartEdit['changes'][number]

const names: Record<Change['field'], string> = {
  name: 'Name',
  description: 'Description',
  img: 'Picture',
  price: 'Price',
  minimumOrder: 'Minimum order',
  sku: 'SKU',
  family: 'Family',
  packSize: 'Pack',
  cartonSize: 'Carton',
  weightGrams: 'Weight',
  leadTimeDays: 'Lead time',
  hsCode: 'HS code',
}

/** What was changed of a part, a line for each field: `Price from $4.20 to $4.50`. Long texts are not told. */
export function editInWords({ kind, changes }: Pick<PartEdit, 'kind' | 'changes'>): string[] {
  if (kind === 'deleted') return ['Deleted']
  return changes.map(({ field, from, to }) =>
    field === 'description' || field === 'img'
      ? `${names[field]} changed`
      : `${names[field]} from ${said(field, from)} to ${said(field, to)}`,
  )
}

function said(field: Change['field'], value: Change['from']): string {
  if (value === null) return 'none'
  switch (field) {
    case 'price':
      return formatDollars(Number(value))
    case 'minimumOrder':
    case 'packSize':
    case 'cartonSize':
      return `${formatCount(Number(value))} pcs`
    case 'weightGrams':
      return `${value} g`
    case 'leadTimeDays':
      return counted(Number(value), 'day', 'days')
    default:
      return `“${value}”`
  }
}
