import type { Profile } from '@freehub/contract/users/user-schemas'
import { useQuery } from '@tanstack/react-query'
import { getQuery } from '../../../api/get-query.ts'
import { useSession } from '../../identity/session.ts'

export const profilePath = (email: string) => `/user/${encodeURIComponent(email)}`

export const profileQuery = (email: string) =>
  getQuery<Profile>(['profile', email], profilePath(email))

export function useMyProfile() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  return useQuery({ ...profileQuery(email), enabled: email !== '' })
}
