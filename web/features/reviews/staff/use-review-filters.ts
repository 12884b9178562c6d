import type { ReviewsFilter } from '@freehub/contract/reviews/reviews'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import {
  FIRST_PAGE,
  formatQueryString,
  type PageCursor,
  readPageCursor,
} from '../../../api/page-cursor.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'

/** Filters and page of the review list. An empty string means unset. */
export interface ReviewFilters extends PageCursor {
  search: string
  show: ReviewsFilter | ''
}

const KINDS: readonly ReviewsFilter[] = ['hidden', 'held', 'unanswered']

/** The review filters, stored in the URL. Refining a search replaces the history entry. */
export function useReviewFilters() {
  const [params, setParams] = useSearchParams()
  const setSearch = useCallback(
    (search: string, replace: boolean) =>
      setParams(
        (current) => {
          const filters = { ...readReviewFilters(current), ...FIRST_PAGE, search }
          return new URLSearchParams(formatQueryString(filters))
        },
        { replace, state: preventScrollReset },
      ),
    [setParams],
  )
  return { filters: readReviewFilters(params), setSearch }
}

function readReviewFilters(params: URLSearchParams): ReviewFilters {
  return {
    show: KINDS.find((kind) => kind === params.get('show')) ?? '',
    search: params.get('search')?.trim() ?? '',
    ...readPageCursor(params),
  }
}
