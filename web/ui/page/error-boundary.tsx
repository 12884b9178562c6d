import { Component, type ReactNode, useEffect } from 'react'
import { formatError } from '../../api/call-error.ts'
import { ErrorMessage } from '../forms/error-message.tsx'

interface ErrorBoundaryProps {
  /** A value whose change renders the children again. */
  resetKey: string
  onError?: () => void
  children: ReactNode
}

interface ErrorBoundaryState {
  resetKey: string
  error?: unknown
}

/** Shows an error page instead of a screen that threw, until the user navigates. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return resetKey === state.resetKey ? null : { resetKey, error: undefined }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    const { error } = this.state
    return error ? <ErrorPage error={error} /> : this.props.children
  }
}

/** Shows why a screen failed to render or load. Reloads the page when the browser is online again. */
function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => {
    addEventListener('online', reloadIfOnline)
    return () => removeEventListener('online', reloadIfOnline)
  }, [])

  return (
    <div className="wrap sec">
      <ErrorMessage text={formatError(error)} onRetry={reloadIfOnline} />
    </div>
  )
}

/** Reloads if online. When offline, a reload would show the browser's own error page. */
function reloadIfOnline() {
  if (navigator.onLine) location.reload()
}
