import { type ComponentType, use } from 'react'
import { useLocation } from 'react-router'
import { CallError, toNetworkProblem } from '../../api/call-error.ts'

interface Screen {
  Component: ComponentType
  /** Preloads the screen's code. Throws a CallError if the import fails. */
  load: () => Promise<void>
}

/**
 * Returns a screen whose code is loaded on demand. It renders at once if it was preloaded, and
 * suspends otherwise. If the import fails, it throws a CallError; the next visit tries again.
 */
export function lazyScreen(loadModule: () => Promise<{ default: ComponentType }>): Screen {
  let Loaded: ComponentType | undefined
  let attempt: { visit: string; loading: Promise<void> } | undefined

  async function load() {
    if (Loaded) return
    const loaded = await loadModule().catch((cause) => {
      throw new CallError(toNetworkProblem(cause))
    })
    Loaded = loaded.default
  }

  function Component() {
    const visit = useLocation().key
    if (!Loaded && attempt?.visit !== visit) attempt = { visit, loading: load() }
    // React requires the suspended render to read the promise again.
    if (attempt?.visit === visit) use(attempt.loading)
    return Loaded ? <Loaded /> : null
  }

  return { Component, load }
}
