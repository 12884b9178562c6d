import { isId } from '@freehub/contract/read-id'
import { useSyncExternalStore } from 'react'
import { tryStorage } from '../../../api/storage.ts'

export const MAX_COMPARED = 4

const KEY = 'compared-parts'
const NO_IDS: string[] = []
const listeners = new Set<() => void>()
let ids: string[] | undefined

/** Returns the ids of the parts that the user compares in this tab. */
export function useComparedIds(): string[] {
  return useSyncExternalStore(subscribe, readIds, () => NO_IDS)
}

/** Adds a part to the comparison, or removes it. Ignores a fifth part. */
export function toggleCompared(id: string): void {
  const otherIds = readIds().filter((other) => other !== id)
  if (otherIds.length < readIds().length) store(otherIds)
  else if (otherIds.length < MAX_COMPARED) store([...otherIds, id])
}

export const clearCompared = () => store([])

function readIds(): string[] {
  const text = tryStorage(() => sessionStorage.getItem(KEY)) ?? ''
  ids ??= text.split(',').filter(isId).slice(0, MAX_COMPARED)
  return ids
}

function store(next: string[]) {
  ids = next
  tryStorage(() => sessionStorage.setItem(KEY, next.join(',')))
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
