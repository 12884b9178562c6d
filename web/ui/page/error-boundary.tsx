import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

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
