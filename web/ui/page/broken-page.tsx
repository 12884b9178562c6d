import { useEffect } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import { ErrorNote } from '../forms/error-note.tsx'

/** Stands in for a screen that broke, or whose code could not be loaded; that comes by itself later. */
export function BrokenPage({ error }: { error: unknown }) {
  useEffect(() => {
    addEventListener('online', loadAnew)
    return () => removeEventListener('online', loadAnew)
  }, [])

  return (
    <div className="wrap sec">
      <ErrorNote text={sentenceOf(error)} onRetry={loadAnew} />
    </div>
  )
}

/** Without a connection the browser would put a page of its own in place of the shop. */
function loadAnew() {
  if (navigator.onLine) location.reload()
}
