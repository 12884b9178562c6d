import { use } from 'react'
import { staffCode } from '../../api/staff-code.ts'
import type { Place } from './place.ts'
import { customerPlaces } from './places.ts'

/** The places of the dashboard that are this person's. React waits for those of the staff. */
export function usePlaces(admin: boolean): Place[] {
  return admin ? use(staffPlaces()).staffPlaces : customerPlaces
}

const staffPlaces = staffCode(() => import('./staff-places.ts'))
