import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in what the server rendered, true as soon as the script runs and events are heard. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
