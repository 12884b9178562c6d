import type { Profile } from '@freehub/contract/users/user-schemas'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useSession } from '../../identity/session.ts'

export const profilePath = (email: string) => `/user/${encodeURIComponent(email)}`

export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ['profile', email],
    queryFn: ({ signal }) => call<Profile>('GET', profilePath(email), { signal }),
  })

export function useMyProfile() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  return useQuery({ ...profileQuery(email), enabled: email !== '' })
}
