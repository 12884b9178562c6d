import { formatCount } from '@freehub/contract/money'
import type { PartMatch } from '@freehub/contract/order-pad/order-pad'
import type { PadRowData, PadRowView, PadSummary, RowGroup } from './row-data.ts'
import { isFormula } from './split-paste.ts'

/** The groups in the order of the filters, with the words after their counts. */
export const FILTER_LABELS: [group: RowGroup, label: string][] = [
  ['found', 'found'],
  ['invalidQuantity', 'with a quantity to correct'],
  ['soldOut', 'out of stock'],
  ['choose', 'to choose'],
  ['confirm', 'to confirm'],
  ['unknown', 'unknown'],
  ['skipped', 'skipped'],
]

/** Formats the counts: `488 found, 9 to choose, 3 unknown`. */
export function formatCounts(counts: PadSummary['counts']): string {
  return FILTER_LABELS.filter(([group]) => counts[group] > 0)
    .map(([group, label]) => `${formatCount(counts[group])} ${label}`)
    .join(', ')
}

/** Returns the name of a row in labels: the name of its part, otherwise its text. */
export function getRowName({ row, part }: PadRowView): string {
  return part?.name ?? row.code ?? row.cells.filter(Boolean).join(' ').slice(0, 60)
}

/** Returns the row's code, and a label that states how the pad understood it. */
export function formatSource(
  view: PadRowView,
  customerEmail?: string,
): { code: string; label: string } {
  const { row, group } = view
  const code = row.code ?? row.cells.filter(Boolean).join(' · ')
  if (group === 'skipped') return { code, label: formatSkipReason(row) }
  const isPartOffSale = row.productId !== null && view.part?.isOnSale === false
  if (isPartOffSale || isDiscontinued(row)) return { code, label: 'No longer sold' }
  if (group === 'choose' && isOtherPart(row)) return { code, label: 'Not the ordered part' }
  return {
    code,
    label: group === 'found' ? formatMatchSource(view, customerEmail) : MARK_LABELS[group],
  }
}

/**
 * Returns whether the code belongs only to a part that is no longer sold and has no successor.
 */
function isDiscontinued({ productId, state, matches }: PadRowData): boolean {
  return productId === null && state === 'unknown' && matches.length > 0
}

/** True for a row of an earlier order whose number or name identifies only another part. */
const isOtherPart = ({ state, matches }: PadRowData) => state === 'choose' && matches.length === 1

const MARK_LABELS = {
  choose: 'Several parts. Choose one',
  confirm: 'To confirm',
  invalidQuantity: 'Quantity to correct',
  soldOut: 'Out of stock',
  unknown: 'Unknown number',
}

const MATCHED_BY: Record<PartMatch['matchedBy'], string> = {
  own: 'your number',
  sku: 'part number',
  gtin: 'GTIN',
  superseded: 'old number',
  competitor: 'other maker’s number',
  correction: 'corrected number',
  search: 'search',
}

function formatMatchSource({ row }: PadRowView, customerEmail: string | undefined): string {
  if (row.isChosen) return 'Chosen by you'
  const match = row.matches.find(({ productId }) => productId === row.productId)
  if (!match) return 'Found'
  if (match.replaces) return `Replaces ${match.replaces}`
  if (match.matchedBy === 'own' && customerEmail) return 'By the customer’s number'
  const kind = match.brand ? `${match.brand}’s number` : MATCHED_BY[match.matchedBy]
  return `By ${kind}`
}

/** Explains why a row needs the user's attention, and what the user can do. */
export function explainRow({ row, part, group }: PadRowView): string | undefined {
  const { state, quantity, alternatives } = row
  if (row.productId !== null) {
    if (group === 'confirm') {
      const question = `Is the quantity ${formatCount(quantity ?? 0)} right?`
      const cause = row.quantityText
        ? `The quantity in “${row.quantityText}” could not be read.`
        : 'The list does not clearly state this quantity.'
      return row.isQuantityAssumed
        ? `${cause} We entered the smallest quantity that you can order. ${question}`
        : question
    }
    if (row.isQuantityAssumed)
      return 'No quantity was found in this row. We entered the smallest quantity that you can order.'
    return quantity === null ? 'Enter a quantity.' : undefined
  }
  if (state === 'guess') {
    const isSearched = row.matches[0]?.matchedBy === 'search'
    const cause = isSearched ? 'One part matches this text.' : 'This number has a typo.'
    const suggestion = row.matches.length === 1 && part ? (part.sku ?? part.name) : 'one of these'
    return `${cause} Did you mean ${suggestion}?`
  }
  if (isOtherPart(row))
    return 'The order was for another part. Choose this part, edit the number or remove the row.'
  if (state === 'choose')
    return 'Several parts match this row. Choose one. If you need more of them, add a row for each.'
  if (state === 'shortened')
    return 'Your spreadsheet does not show all digits of this number. Format the column as a number without decimals, make it wider and copy the row again, or enter the number here.'
  if (state === 'skipped') return undefined
  if (alternatives?.length === 0)
    return 'No similar part was found. Edit the number or remove the row.'
  return isDiscontinued(row) ? 'This part is no longer sold and has no successor.' : undefined
}

/** Formats the reason why a row is skipped. Formulas are sent as empty cells. */
function formatSkipReason({ skipReason, cells }: PadRowData): string {
  const lacksValue = skipReason === 'empty' || skipReason === 'noQuantity'
  if (lacksValue && cells.some(isFormula)) return 'Skipped: a formula without its value'
  return SKIP_REASONS[skipReason ?? 'text']
}

const SKIP_REASONS = {
  empty: 'Skipped: empty',
  heading: 'Skipped: a heading',
  total: 'Skipped: a total',
  text: 'Skipped: no part number',
  noQuantity: 'Skipped: no quantity',
}
