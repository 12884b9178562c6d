import { formatCount, pluralize } from '@freehub/contract/money'

/**
 * Formats the number of lines and pieces: `12 lines, 960 pieces`. If some lines cannot be ordered, also states how many
 * can: `6 of 8 lines, 387 pieces`.
 */
export function formatCartSize(lineCount: number, quantity: number, orderedCount = lineCount) {
  const ordered = orderedCount < lineCount ? `${formatCount(orderedCount)} of ` : ''
  return `${ordered}${pluralize(lineCount, 'line', 'lines')}, ${pluralize(quantity, 'piece', 'pieces')}`
}
