import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../button.tsx'

interface MoreToolsProps {
  /** Number of the filters that are set. */
  count: number
  children: ReactNode
}

/** Filters, sort order and export of a list. In narrow windows, a button opens them. */
export function MoreTools({ count, children }: MoreToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button
        className="min-[680px]:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filters{count > 0 && ` (${count})`}
      </Button>
      <div id={id} className="more-tools" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
