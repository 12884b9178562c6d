import { use } from 'react'
import { CallError, silence } from '../api/call-error.ts'
import type { Place } from './place.ts'
import { customerPlaces } from './places.ts'

/**
 * The places of the dashboard that are this person's. Those of the staff come when they are wanted,
 * so that no customer's browser loads them: React waits for them.
 */
export function usePlaces(admin: boolean): Place[] {
  return admin ? use(loadStaffPlaces()) : customerPlaces
}

let loading: Promise<Place[]> | undefined

function loadStaffPlaces(): Promise<Place[]> {
  loading ??= import('./staff-places.ts').then(
    ({ staffPlaces }) => staffPlaces,
    (cause) => {
      // The next visit tries again.
      loading = undefined
      throw new CallError(silence(cause))
    },
  )
  return loading
}
