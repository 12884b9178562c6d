import { Component, type ReactNode } from 'react'
import { BrokenPage } from './broken-page.tsx'

interface ErrorBoundaryProps {
  /** What is broken is tried again with the next visit. */
  visit: string
  children: ReactNode
}

interface ErrorBoundaryState {
  visit: string
  error?: unknown
}

/** Shows the broken page in place of a screen that threw, until one goes elsewhere. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { visit: this.props.visit }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps({ visit }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return visit === state.visit ? null : { visit, error: undefined }
  }

  override render() {
    const { error } = this.state
    return error ? <BrokenPage error={error} /> : this.props.children
  }
}
