import type { ReviewsShown } from '@freehub/contract/reviews/reviews'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { FIRST_PAGE, readTurn, searchOf, type Turn } from '../../../api/turn.ts'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'

/** Which reviews staff want to see, and which page of them; '' is not said. */
export interface ReviewsWanted extends Turn {
  search: string
  show: ReviewsShown | ''
}

const SHOWN: readonly ReviewsShown[] = ['hidden', 'held', 'unanswered']

/** Kept in the address; going on with a search does not lengthen the history. */
export function useManagedWanted() {
  const [params, setParams] = useSearchParams()
  const search = useCallback(
    (text: string, again: boolean) =>
      setParams(
        (before) =>
          new URLSearchParams(searchOf({ ...readWanted(before), ...FIRST_PAGE, search: text })),
        { replace: again, state: keepScroll },
      ),
    [setParams],
  )
  return { wanted: readWanted(params), search }
}

function readWanted(params: URLSearchParams): ReviewsWanted {
  return {
    show: SHOWN.find((show) => show === params.get('show')) ?? '',
    search: params.get('search')?.trim() ?? '',
    ...readTurn(params),
  }
}
