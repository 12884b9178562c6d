import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../identity/session.ts'
import { profileQuery } from './profile-query.ts'

/** Returns the query for the signed-in user's profile. */
export function useMyProfile() {
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  return useQuery({ ...profileQuery(email), enabled: email !== '' })
}
