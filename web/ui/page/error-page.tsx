import { useEffect } from 'react'
import { formatError } from '../../api/call-error.ts'
import { ErrorNote } from '../forms/error-note.tsx'

/** Replaces a screen that failed to render or load. Reloads when the browser is back online. */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => {
    addEventListener('online', reloadIfOnline)
    return () => removeEventListener('online', reloadIfOnline)
  }, [])

  return (
    <div className="wrap sec">
      <ErrorNote text={formatError(error)} onRetry={reloadIfOnline} />
    </div>
  )
}

/** Offline, a reload would replace the shop with the browser's own error page. */
function reloadIfOnline() {
  if (navigator.onLine) location.reload()
}
