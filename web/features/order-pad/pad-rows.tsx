import { useStore } from '../../api/use-store.ts'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { PadRow } from './pad-row.tsx'
import type { PadStore } from './pad-store.ts'

interface PadRowsProps {
  pad: PadStore
  announce: (message: string) => void
}

const COLUMNS_HINT = 'Any order of columns works, with or without headings.'

/** Number of rows in one list. CSS skips layout and paint of lists outside the window. */
const LIST_LENGTH = 20

export function PadRows({ pad, announce }: PadRowsProps) {
  const ids = useStore(pad, pad.getIds)
  const isFiltered = useStore(pad, pad.getFilter) !== null
  if (ids.length === 0)
    return isFiltered ? (
      <p className="secondary">No rows match this filter.</p>
    ) : pad.customerEmail ? (
      <p className="secondary">No rows yet. {COLUMNS_HINT}</p>
    ) : (
      <EmptyState
        text="Your pad is empty"
        details={`Paste a list above. ${COLUMNS_HINT}`}
        figure="chain"
      />
    )
  const starts = ids.flatMap((_, index) => (index % LIST_LENGTH === 0 ? index : []))
  return (
    <div className="pad-rows border-t-[1.5px] border-t-ink">
      <div className="pad-row-head" aria-hidden="true">
        <span>Part</span>
        <span>Quantity</span>
        <span>Price per unit</span>
        <span>Total</span>
      </div>
      {starts.map((start) => {
        const listed = ids.slice(start, start + LIST_LENGTH)
        return (
          <ul key={start} aria-label={`Rows ${start + 1} to ${start + listed.length}`}>
            {listed.map((id) => (
              <PadRow key={id} id={id} pad={pad} announce={announce} />
            ))}
          </ul>
        )
      })}
    </div>
  )
}
