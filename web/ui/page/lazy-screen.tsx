import { type ComponentType, use } from 'react'
import { useLocation } from 'react-router'
import { CallError, toNetworkProblem } from '../../api/call-error.ts'

interface Screen {
  Component: ComponentType
  /** Preloads the screen's code. Throws a CallError if the import fails. */
  load: () => Promise<void>
}

/**
 * Returns a screen whose code is loaded on demand. If the code was preloaded, the screen renders
 * immediately; otherwise it suspends. If the import fails, the screen throws a CallError, and the next
 * visit tries again.
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
