import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'

/** What is searched for, kept in the address; a further search does not lengthen the history. */
export function useSearched() {
  const [params, setParams] = useSearchParams()
  const search = useCallback(
    (text: string) =>
      setParams(text === '' ? {} : { search: text }, { replace: true, state: keepScroll }),
    [setParams],
  )
  return { searched: params.get('search')?.trim() ?? '', search }
}
