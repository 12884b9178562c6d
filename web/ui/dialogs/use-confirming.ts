import { useEffect, useRef, useState } from 'react'

/**
 * Which thing of a list one is asked about before it goes, and why the last one was refused. Once
 * it is gone with its row, the focus goes to the heading, since the button that had it is gone too.
 */
export function useConfirming<Thing>() {
  const [asked, setAsked] = useState<Thing | null>(null)
  const [refusal, setRefusal] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const done = useRef(false)

  useEffect(() => {
    if (asked || !done.current) return
    done.current = false
    if (heading.current) focusInPlace(heading.current)
  }, [asked])

  const close = () => setAsked(null)
  return {
    asked,
    refusal,
    refuse: setRefusal,
    heading,
    ask(thing: Thing) {
      setRefusal('')
      setAsked(thing)
    },
    dialog: {
      onClose: close,
      onRefused(why: string) {
        close()
        setRefusal(why)
      },
      onDone() {
        done.current = true
        close()
      },
    },
  }
}

/** Whoever points keeps his place in the list; whoever goes by keys is shown where the focus is. */
function focusInPlace(heading: HTMLElement) {
  heading.focus({ preventScroll: true })
  if (heading.matches(':focus-visible')) heading.scrollIntoView()
}
