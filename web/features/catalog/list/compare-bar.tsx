import type { Part } from '@freehub/contract/catalog/parts'
import { lazy, type MouseEvent, Suspense, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { focusMain } from '../../../ui/focus-main.ts'
import { clearCompared, MAX_COMPARED, toggleCompared, useComparedIds } from './compared-parts.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

/** A bar that compares the chosen parts. Hidden while no part is chosen. */
export function CompareBar() {
  const ids = useComparedIds()
  const [isOpen, setOpen] = useState(false)
  if (ids.length === 0) {
    if (isOpen) setOpen(false)
    return null
  }

  function clear(event: MouseEvent) {
    focusMain(event)
    clearCompared()
  }

  return (
    <div className="compare-bar">
      <p className="flex-1 font-semibold" role="status">
        {ids.length === 1
          ? 'Choose another part to compare.'
          : `${ids.length} of ${MAX_COMPARED} parts to compare`}
      </p>
      <Button small onClick={clear}>
        Clear
      </Button>
      <button
        type="button"
        className="btn btn-sm"
        disabled={ids.length < 2}
        onClick={() => setOpen(true)}
      >
        Compare
      </button>
      {isOpen && (
        <Suspense>
          <CompareDialog ids={ids} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A checkbox that adds the part to the comparison or removes it. Disabled if the comparison is full. */
function CompareBox({ part: { _id, name }, id }: { part: Part; id: string }) {
  const ids = useComparedIds()
  const isCompared = ids.includes(_id)
  const isFull = ids.length >= MAX_COMPARED && !isCompared
  return (
    <input
      id={id}
      type="checkbox"
      className="tick"
      aria-label={`Compare: ${name}`}
      title={isFull ? `At most ${MAX_COMPARED} parts can be compared` : 'Compare'}
      checked={isCompared}
      disabled={isFull}
      onChange={() => toggleCompared(_id)}
    />
  )
}

/** The checkbox with its label. */
export function CompareLabel({ part, className }: { part: Part; className: string }) {
  const id = useId()
  return (
    <label className={className} htmlFor={id}>
      <CompareBox part={part} id={id} />
      <span aria-hidden="true">Compare</span>
    </label>
  )
}
