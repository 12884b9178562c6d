import { pluralize } from '../../api/format-count.ts'
import type { Group } from './choice.ts'

interface SearchState {
  query: string
  isSearching: boolean
  hasFailed: boolean
  groups: Group[]
}

/** Formats the status line below the results. */
export function formatSearchStatus({ query, isSearching, hasFailed, groups }: SearchState): string {
  if (query === '' || hasFailed) return ''
  if (isSearching) return 'Searching …'
  const count = groups.reduce((sum, { choices }) => sum + choices.length, 0)
  return count === 0 ? `No results for “${query}”.` : pluralize(count, 'result', 'results')
}
