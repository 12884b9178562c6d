import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { tryStorage } from '../../api/storage.ts'

interface Place {
  /** Number of loaded pages. */
  pages: number
  scrollY: number
}

interface ListState {
  /** Number of loaded pages, 0 while the first one loads. */
  pages: number
  /** Undefined while a page loads, after a failure, and on the last page. */
  loadMore?: (() => unknown) | undefined
  isLoading?: boolean
}

/** Returns to the same place of a list after a reload: loads as many pages again and scrolls. */
export function useKeptPlace({ pages, loadMore, isLoading = false }: ListState): void {
  const { key, pathname, search } = useLocation()
  const storageKey = `place ${key} ${pathname}${search}`
  const [place, setPlace] = useState(() => readPlace(storageKey))

  const save = useEffectEvent(() => {
    const current: Place = { pages, scrollY: window.scrollY }
    tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(current)))
  })
  useEffect(() => {
    const listener = () => save()
    addEventListener('pagehide', listener)
    return () => removeEventListener('pagehide', listener)
  }, [])

  const restore = useEffectEvent(({ pages: count, scrollY }: Place) => {
    if (pages < count && loadMore) return void loadMore()
    if (isLoading) return
    window.scrollTo(0, scrollY)
    setPlace(undefined)
  })
  useEffect(() => {
    if (place && pages > 0) restore(place)
  }, [place, pages, isLoading])

  // The user has moved on.
  useEffect(() => {
    if (!place) return
    const cancel = () => setPlace(undefined)
    const events = ['wheel', 'touchmove', 'keydown'] as const
    for (const name of events) addEventListener(name, cancel, { passive: true })
    return () => {
      for (const name of events) removeEventListener(name, cancel)
    }
  }, [place])
}

/** Returns the place once: a later visit of the same URL starts at the top. */
function readPlace(storageKey: string): Place | undefined {
  return tryStorage(() => {
    const place = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    return place ? (JSON.parse(place) as Place) : undefined
  })
}
