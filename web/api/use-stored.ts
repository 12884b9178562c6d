import { useState } from 'react'
import { tryStorage } from './storage.ts'

/** State that this browser stores. If storage is blocked, the state lasts until the component unmounts. */
export function useStored<Value>(key: string, initial: Value) {
  const [value, setValue] = useState(() => readStored(key, initial))
  return [
    value,
    (changed: Value) => {
      setValue(changed)
      store(key, changed)
    },
  ] as const
}

/** Reads a JSON value from local storage. Returns `initial` if the value is missing or cannot be read. */
export function readStored<Value>(key: string, initial: Value): Value {
  return tryStorage(() => JSON.parse(localStorage.getItem(key) ?? '') as Value) ?? initial
}

/** Writes a JSON value to local storage. Does nothing if storage is blocked or full. */
export function store(key: string, value: unknown): void {
  tryStorage(() => localStorage.setItem(key, JSON.stringify(value)))
}
