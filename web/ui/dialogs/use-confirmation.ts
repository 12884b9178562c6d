import { useEffect, useRef, useState } from 'react'

/**
 * Manages a confirmation dialog for an item. After the action, the result of `findNext` gets the focus, otherwise the
 * heading of the page or section (`heading`), because the item may be gone.
 */
export function useConfirmation<Item>(findNext?: (item: Item) => HTMLElement | null | undefined) {
  const [item, setItem] = useState<Item | null>(null)
  const [refusal, setRefusal] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = useRef(false)
  const next = useRef<HTMLElement | null>(null)

  useEffect(() => {
    if (item || !isDone.current) return
    isDone.current = false
    if (next.current?.isConnected) next.current.focus()
    else if (heading.current) focusHeading(heading.current)
  }, [item])

  const close = () => setItem(null)
  return {
    item,
    refusal,
    setRefusal,
    heading,
    open(target: Item) {
      setRefusal('')
      setItem(target)
    },
    dialog: {
      onClose: close,
      onRefused(reason: string) {
        close()
        setRefusal(reason)
      },
      onDone() {
        isDone.current = true
        next.current = (item && findNext?.(item)) ?? null
        close()
      },
    },
  }
}

/** Focuses the heading. The page scrolls to it for keyboard users, but not for mouse users. */
function focusHeading(heading: HTMLElement) {
  heading.focus({ preventScroll: true })
  if (heading.matches(':focus-visible')) heading.scrollIntoView()
}
