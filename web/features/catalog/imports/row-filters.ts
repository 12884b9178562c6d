import type { PartImport, RowResult } from '@freehub/contract/catalog/imports'

/** Filter of the list of rows; empty for all. */
export type RowFilter = RowResult | 'failed' | ''

export interface RowTab {
  result: RowFilter
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

/** Lists the tabs with their numbers of rows. The tab of failed rows appears only if there are any. */
export function listRowTabs({ counts, failed }: PartImport): RowTab[] {
  const results = Object.keys(RESULT_LABELS) as RowResult[]
  const total = results.reduce((sum, result) => sum + counts[result], 0)
  return [
    { result: '' as const, name: 'All rows', count: total },
    ...results.map((result) => ({ result, name: RESULT_LABELS[result], count: counts[result] })),
    ...(failed > 0 ? [{ result: 'failed' as const, name: 'Not imported', count: failed }] : []),
  ]
}

/** Reads the filter from the query parameter; unknown values show all rows. */
export function readRowFilter(value: string | null): RowFilter {
  return [...Object.keys(RESULT_LABELS), 'failed'].includes(value ?? '') ? (value as RowFilter) : ''
}
