import type { PartImport, RowFate } from '@freehub/contract/catalog/imports'

/** What a list of rows may be narrowed to. */
export type ShownFate = RowFate | 'failed' | ''

export interface FateTab {
  fate: ShownFate
  name: string
  count: number
}

const NAMES: Record<RowFate, string> = {
  add: 'New',
  change: 'Changed',
  same: 'Unchanged',
  wrong: 'Wrong',
}

export function fateInWords(fate: RowFate): string {
  return NAMES[fate]
}

/** The rows of an import by their fate; none of a fate that none has, but for what would be imported. */
export function fateTabs({ counts, failed }: PartImport): FateTab[] {
  const fates = Object.keys(NAMES) as RowFate[]
  const total = fates.reduce((sum, fate) => sum + counts[fate], 0)
  return [
    { fate: '' as const, name: 'All rows', count: total },
    ...fates.map((fate) => ({ fate, name: NAMES[fate], count: counts[fate] })),
    ...(failed > 0 ? [{ fate: 'failed' as const, name: 'Not imported', count: failed }] : []),
  ]
}

/** The fate that an address names. */
export function readFate(said: string | null): ShownFate {
  return [...Object.keys(NAMES), 'failed'].includes(said ?? '') ? (said as ShownFate) : ''
}
