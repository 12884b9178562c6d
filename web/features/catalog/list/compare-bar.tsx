import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { clearCompared, MAX_COMPARED, useComparedIds } from './compared-parts.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

/** A bar that compares the chosen parts. Hidden while no part is chosen. */
export function CompareBar() {
  const ids = useComparedIds()
  const [isOpen, setOpen] = useState(false)
  if (ids.length === 0) {
    if (isOpen) setOpen(false)
    return null
  }
  return (
    <div className="compare-bar">
      <p className="flex-1 font-semibold" role="status">
        {ids.length === 1
          ? 'Choose another part to compare.'
          : `${ids.length} of ${MAX_COMPARED} parts to compare`}
      </p>
      <Button small onClick={clearCompared}>
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
