import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { keepScroll } from '../shell/kept-scroll.tsx'
import { readWanted, searchOf } from './orders-wanted.ts'

/** Which orders are wanted, kept in the address; a further search does not lengthen the history. */
export function useOrdersWanted() {
  const [params, setParams] = useSearchParams()

  const search = useCallback(
    (text: string) => {
      const wanted = (before: URLSearchParams) => searchOf({ ...readWanted(before), search: text })
      setParams((before) => new URLSearchParams(wanted(before)), {
        replace: true,
        state: keepScroll,
      })
    },
    [setParams],
  )
  return { wanted: readWanted(params), search }
}
