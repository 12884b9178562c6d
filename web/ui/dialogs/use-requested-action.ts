import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { preventScrollReset } from '../page/scroll-restoration.tsx'

const PARAMETER = 'action'

/** Returns the path of a screen, with a parameter that opens the dialog of the action. */
export const toActionPath = (path: string, action: string) => `${path}?${PARAMETER}=${action}`

/** Calls `onRequest` with the action that the URL requests. Removes the action from the URL. */
export function useRequestedAction(onRequest: (action: string) => void): void {
  const [params, setParams] = useSearchParams()
  const action = params.get(PARAMETER)

  const start = useEffectEvent((requested: string) => {
    const remaining = new URLSearchParams(params)
    remaining.delete(PARAMETER)
    setParams(remaining, { replace: true, state: preventScrollReset })
    onRequest(requested)
  })
  useEffect(() => {
    if (action) start(action)
  }, [action])
}
