import type { Part } from '@freehub/contract/catalog/parts'
import { formatDollars } from '@freehub/contract/money'
import { pluralize } from '../../api/format-count.ts'

const MIN_LENGTH = 50
const MAX_LENGTH = 160

/** Formats a part's meta description of 50 to 160 characters: name, price, minimum order, description. */
export function formatMetaDescription({ name, price, minimumOrder, description }: Part): string {
  const order = `${formatDollars(price)} per unit, minimum order ${pluralize(minimumOrder, 'piece', 'pieces')}.`
  const summary = truncate(`${truncate(name, 100)}: ${order} ${description}`.trim(), MAX_LENGTH)
  return summary.length < MIN_LENGTH ? `${summary} Straight from the maker, sold in bulk.` : summary
}

/** Collapses white space and cuts the text between words, to at most `maxLength` characters. */
function truncate(text: string, maxLength: number): string {
  const singleLine = text.replaceAll(/\s+/g, ' ')
  if (singleLine.length <= maxLength) return singleLine
  const cut = [...singleLine.slice(0, maxLength)].slice(0, -1).join('')
  return `${cut.replace(/[\s,;:.]+\S{0,20}$/, '')}…`
}
