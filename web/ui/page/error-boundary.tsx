import { Component, type ReactNode, useEffect } from 'react'
import { formatError } from '../../api/call-error.ts'
import { ErrorNote } from '../forms/error-note.tsx'

interface ErrorBoundaryProps {
  /** Renders the children again when this changes. */
  resetKey: string
  children: ReactNode
}

interface ErrorBoundaryState {
  resetKey: string
  error?: unknown
}

/** Shows an error page in place of a screen that threw, until the user navigates. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { resetKey, error: undefined }
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorPage error={error} /> : this.props.children
  }
}

/** Replaces a screen that failed to render or load. Reloads when the browser is back online. */
function ErrorPage({ error }: { error: unknown }) {
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
