import type { PartImport, RowResult } from '@freehub/contract/catalog/imports'
import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'

/** Formats the state and progress of an import: `1,240 of 8,000 products so far`. */
export function formatImportStatus(partImport: PartImport): string {
  const { counts, applied, failed } = partImport
  const productCount = countProducts(partImport)
  switch (partImport.state) {
    case 'reading':
      return `${pluralize(productCount + counts.same + counts.wrong, 'row', 'rows')} read so far`
    case 'refused':
      return 'Could not be read'
    case 'read':
      return productCount > 0
        ? `${pluralize(productCount, 'product', 'products')} to import`
        : 'Nothing to import'
    case 'applying':
      return `${formatCount(applied + failed)} of ${pluralize(productCount, 'product', 'products')} so far`
    case 'applied':
      return failed > 0
        ? `${pluralize(applied, 'product', 'products')} imported, ${formatCount(failed)} failed`
        : `${pluralize(applied, 'product', 'products')} imported`
    case 'cancelled':
      return applied + failed > 0
        ? `Stopped after ${formatCount(applied + failed)} of ${pluralize(productCount, 'product', 'products')}`
        : 'Cancelled. Nothing was imported'
  }
}

/** Counts the products that are added or changed. */
export function countProducts({ counts }: PartImport): number {
  return counts.add + counts.change
}

/** States how many rows have errors, and unless the import is cancelled, that it leaves them out. */
export function formatWrongRows({ state, counts: { wrong } }: PartImport): string {
  const rows = `${pluralize(wrong, 'row has', 'rows have')} errors`
  if (state === 'cancelled') return `${rows}.`
  if (state === 'reading' || state === 'read') return `${rows} and will be skipped.`
  return `${rows} and ${wrong === 1 ? 'was' : 'were'} skipped.`
}

/** The filter of the list of rows. Empty for all rows. */
export type RowFilter = RowResult | 'failed' | ''

export interface RowTab {
  value: RowFilter
  name: string
  count: number
}

const RESULT_LABELS: Record<RowResult, string> = {
  add: 'New',
  change: 'Changed',
  same: 'Unchanged',
  wrong: 'Invalid',
}

export function formatRowResult(result: RowResult): string {
  return RESULT_LABELS[result]
}

const QUANTITY_COLUMNS = ['minimumOrder', 'orderMultiple', 'availableQuantity']

/** Formats the value of a product's column. An empty value becomes `empty`. */
export function formatValue(column: string, value: string): string {
  if (value === '') return 'empty'
  if (column === 'price') return formatDollars(Number(value))
  if (QUANTITY_COLUMNS.includes(column)) return pluralize(Number(value), 'piece', 'pieces')
  return value
}

/** Lists the tabs with their row counts. Adds the tab `Not imported` only if rows have failed. */
export function listRowTabs({ counts, failed }: PartImport): RowTab[] {
  const results = Object.keys(RESULT_LABELS) as RowResult[]
  const total = results.reduce((sum, result) => sum + counts[result], 0)
  return [
    { value: '' as const, name: 'All rows', count: total },
    ...results.map((result) => ({
      value: result,
      name: RESULT_LABELS[result],
      count: counts[result],
    })),
    ...(failed > 0 ? [{ value: 'failed' as const, name: 'Not imported', count: failed }] : []),
  ]
}

/** Reads the filter from the query parameter. An unknown value shows all rows. */
export function readRowFilter(value: string | null): RowFilter {
  return [...Object.keys(RESULT_LABELS), 'failed'].includes(value ?? '') ? (value as RowFilter) : ''
}
