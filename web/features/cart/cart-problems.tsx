import type { CartLine } from '@freehub/contract/cart/cart'
import { pluralize } from '@freehub/contract/money'
import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '../../api/use-store.ts'
import { Button } from '../../ui/button.tsx'
import type { CartEditor } from './cart-editor.ts'
import { getRowId } from './cart-row.tsx'

/** Number of lines that the summary shows before "Show all". */
const SUMMARY_LINES = 5

/** Summary of the lines with problems, with links to them. Screen readers announce new problems. */
export function CartProblems({ editor }: { editor: CartEditor }) {
  const lines = useStore(editor, editor.getProblemLines)
  return <div aria-live="polite">{lines.length > 0 && <ProblemSummary lines={lines} />}</div>
}

function ProblemSummary({ lines }: { lines: CartLine[] }) {
  const [isExpanded, setExpanded] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shownLines = isExpanded ? lines : lines.slice(0, SUMMARY_LINES)

  /** Shows all lines. The button disappears, so the first added link takes the focus. */
  function expand() {
    flushSync(() => setExpanded(true))
    list.current?.querySelectorAll('a')[SUMMARY_LINES]?.focus()
  }

  return (
    <section className="problem-message mb-6 text-label" aria-labelledby="cart-problems">
      <h2 id="cart-problems">
        {pluralize(lines.length, 'line needs', 'lines need')} your attention
      </h2>
      <ul ref={list} className="flex flex-wrap gap-x-6">
        {shownLines.map((line) => (
          <li key={line.productId}>
            <a href={`#${getRowId(line.productId)}`} onClick={(event) => showLine(event, line)}>
              {line.name}
            </a>
          </li>
        ))}
      </ul>
      {shownLines.length < lines.length && (
        <Button small onClick={expand}>
          Show All {pluralize(lines.length, 'Line', 'Lines')}
        </Button>
      )}
    </section>
  )
}

/** Moves to the line without a new entry in the browser's history. */
function showLine(event: MouseEvent, { productId }: CartLine): void {
  event.preventDefault()
  const row = document.getElementById(getRowId(productId))
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}
