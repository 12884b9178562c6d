import { use } from 'react'
import type { Place } from './place.ts'
import { customerPlaces } from './places.ts'
import { staffCode } from './staff-code.ts'

/** The places of the dashboard that are this person's. React waits for those of the staff. */
export function usePlaces(admin: boolean): Place[] {
  return admin ? use(staffPlaces()).staffPlaces : customerPlaces
}

const staffPlaces = staffCode(() => import('./staff-places.ts'))
