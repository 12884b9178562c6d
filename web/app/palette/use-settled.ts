import { useEffect, useState } from 'react'

const PAUSE_MS = 150

/** What is typed, once one pauses; nothing at all is known at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const pause = setTimeout(setSettled, PAUSE_MS, typed)
    return () => clearTimeout(pause)
  }, [typed])
  return typed === '' ? '' : settled
}
