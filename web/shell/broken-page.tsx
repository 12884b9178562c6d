import { useRouteError } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { ErrorNote } from '../ui/error-note.tsx'

/** Stands in for a screen that broke, or whose code could not be loaded. */
export function BrokenPage() {
  const error = useRouteError()
  return (
    <div className="wrap sec">
      <ErrorNote text={sentenceOf(error)} onRetry={() => location.reload()} />
    </div>
  )
}
