import { type ComponentType, use } from 'react'
import { useLocation } from 'react-router'
import { CallError, silence } from '../../api/call-error.ts'

interface Screen {
  Component: ComponentType
  /** Loads the screen's code beforehand; throws a CallError where that does not succeed. */
  load: () => Promise<void>
}

/**
 * A screen whose code comes when it is wanted: at once where it was loaded beforehand, else React
 * waits for it. When it does not come, that is said as of any call, and the next visit tries again.
 */
export function lazyScreen(code: () => Promise<{ Component: ComponentType }>): Screen {
  let Loaded: ComponentType | undefined
  let attempt: { visit: string; loading: Promise<void> } | undefined

  async function load() {
    if (Loaded) return
    const loaded = await code().catch((cause) => {
      throw new CallError(silence(cause))
    })
    Loaded = loaded.Component
  }

  function Component() {
    const visit = useLocation().key
    if (!Loaded && attempt?.visit !== visit) attempt = { visit, loading: load() }
    // Who waited for it asks again when it is here: React wants it so.
    if (attempt?.visit === visit) use(attempt.loading)
    return Loaded ? <Loaded /> : null
  }

  return { Component, load }
}
