import type { Order } from '@freehub/contract/orders'
import { useEffect, useRef, useState } from 'react'

/**
 * Which order one is asked about, and why the last one was refused. Once an order is gone with its
 * row, the focus goes to the heading, since the button that had it is gone too.
 */
export function useCancelling() {
  const [asked, setAsked] = useState<Order | null>(null)
  const [refusal, setRefusal] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const cancelled = useRef(false)

  useEffect(() => {
    if (asked || !cancelled.current) return
    cancelled.current = false
    heading.current?.focus()
  }, [asked])

  const close = () => setAsked(null)
  return {
    asked,
    refusal,
    refuse: setRefusal,
    heading,
    ask(order: Order) {
      setRefusal('')
      setAsked(order)
    },
    dialog: {
      onClose: close,
      onRefused(why: string) {
        close()
        setRefusal(why)
      },
      onCancelled() {
        cancelled.current = true
        close()
      },
    },
  }
}
