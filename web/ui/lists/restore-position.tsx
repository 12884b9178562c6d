import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { tryStorage } from '../../api/storage.ts'

interface Position {
  /** Number of loaded pages. */
  pages: number
  scrollY: number
}

interface RestorePositionProps {
  /** Number of loaded pages. 0 while the first page loads. */
  pages: number
  /** Loads the next page. Undefined while a page loads, after a failure, and on the last page. */
  loadMore?: (() => unknown) | undefined
  isLoading?: boolean
}

/** After a reload, and on back and forward, loads as many pages as before and scrolls. Renders nothing. */
export function RestorePosition(props: RestorePositionProps) {
  const { key, pathname, search } = useLocation()
  const storageKey = `place ${key} ${pathname}${search}`
  return <PositionOfVisit key={storageKey} storageKey={storageKey} {...props} />
}

function PositionOfVisit(props: RestorePositionProps & { storageKey: string }) {
  const { storageKey, pages, loadMore, isLoading = false } = props
  const [position, setPosition] = useState(() => readPosition(storageKey))

  const save = useEffectEvent((scrollY: number) => {
    const current: Position = position ?? { pages, scrollY }
    if (current.pages === 0) return
    tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(current)))
  })
  // The cleanup of a layout effect runs before the next screen scrolls to the top.
  useLayoutEffect(() => {
    // At the cleanup, React has removed elements above the list, and the browser has moved the rest.
    let scrollY = window.scrollY
    const onScroll = () => {
      scrollY = window.scrollY
    }
    const onPageHide = () => save(window.scrollY)
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', onPageHide)
      save(scrollY)
    }
  }, [])

  const restore = useEffectEvent(({ pages: count, scrollY }: Position) => {
    if (pages < count && loadMore) return void loadMore()
    if (isLoading) return
    window.scrollTo(0, scrollY)
    setPosition(undefined)
  })
  useEffect(() => {
    if (position && pages > 0) restore(position)
  }, [position, pages, isLoading])

  // Input by the user cancels the restoration.
  useEffect(() => {
    if (!position) return
    const cancel = () => setPosition(undefined)
    const events = ['wheel', 'touchmove', 'keydown'] as const
    for (const name of events) addEventListener(name, cancel, { passive: true })
    return () => {
      for (const name of events) removeEventListener(name, cancel)
    }
  }, [position])

  return null
}

function readPosition(storageKey: string): Position | undefined {
  return tryStorage(() => {
    const position = sessionStorage.getItem(storageKey)
    return position ? (JSON.parse(position) as Position) : undefined
  })
}

/** Beginning of the storage keys of visits that start with a page load, such as a typed URL. */
const FIRST_VISIT = 'place default '

// A typed URL starts at the top, even if an earlier page of this tab had the same URL.
tryStorage(() => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type !== 'navigate') return
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(FIRST_VISIT)) sessionStorage.removeItem(key)
})
