import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { readTurn, searchOf, type Turn } from '../../api/turn.ts'
import { keepScroll } from '../../ui/page/kept-scroll.tsx'

/** Which users one wants to see, and which page of them; '' is not said. */
export interface UsersWanted extends Turn {
  search: string
}

/** Kept in the address; going on with a search does not lengthen the history. */
export function useUsersWanted() {
  const [params, setParams] = useSearchParams()
  const search = useCallback(
    (text: string, again: boolean) =>
      setParams(new URLSearchParams(searchOf({ search: text })), {
        replace: again,
        state: keepScroll,
      }),
    [setParams],
  )
  const wanted: UsersWanted = {
    search: params.get('search')?.trim() ?? '',
    ...readTurn(params),
  }
  return { wanted, search }
}
