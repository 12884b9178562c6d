import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'

/** Keeps the search text in the address. Searching again replaces the history entry. */
export function useSearchParam() {
  const [params, setParams] = useSearchParams()
  const setSearch = useCallback(
    (text: string) =>
      setParams(text === '' ? {} : { search: text }, { replace: true, state: preventScrollReset }),
    [setParams],
  )
  return { search: params.get('search')?.trim() ?? '', setSearch }
}
