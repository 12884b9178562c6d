import { useSyncExternalStore } from 'react'

interface Store {
  subscribe: (listener: () => void) => () => void
}

/** Returns a value of a store. `read` must return the same object until the value changes. */
export const useStore = <Value>({ subscribe }: Store, read: () => Value): Value =>
  useSyncExternalStore(subscribe, read)
