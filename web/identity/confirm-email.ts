import { queryClient } from '../api/query-client.ts'
import { paths } from '../paths.ts'
import { sessionQuery } from './session.ts'
import { askIdentity } from './sign-in.ts'
import { tellTabs } from './tabs.ts'

/** Confirms an e-mail by the token of the link that was sent to it: that of the account, or a new one. */
export async function confirmEmail(token: string): Promise<void> {
  await askIdentity(`/api/auth/verify-email?${new URLSearchParams({ token })}`)
  // The session may have a new e-mail from now on.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  tellTabs('signedIn')
}

/** Sends the link to one's e-mail once more. */
export async function sendConfirmMail(email: string): Promise<void> {
  const callbackURL = paths.confirmEmail
  await askIdentity('/api/auth/send-verification-email', { email, callbackURL })
}
