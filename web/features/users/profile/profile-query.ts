import type { Profile } from '@freehub/contract/users/user-schemas'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const profilePath = (email: string) => `/user/${encodeURIComponent(email)}`

/** The signed-in user's profile. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ['profile', email],
    queryFn: ({ signal }) => call<Profile>('GET', profilePath(email), { signal }),
  })
