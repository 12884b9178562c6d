import { formatCount, formatDollars } from '@freehub/contract/money'
import type { PartEdit } from '@freehub/contract/parts'

type Change = PartEdit['changes'][number]

const names: Record<Change['field'], string> = {
  name: 'Name',
  description: 'Description',
  img: 'Picture',
  price: 'Price',
  minimumOrder: 'Minimum order',
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

function said(field: Change['field'], value: string | number): string {
  if (field === 'price') return formatDollars(Number(value))
  return field === 'minimumOrder' ? `${formatCount(Number(value))} pcs` : `“${value}”`
}
