import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../paths.ts'
import { IdentityError } from '../identity-errors.ts'
import { askIdentity } from '../login/sign-in.ts'
import { sessionQuery } from '../session.ts'
import { tellTabs } from '../tabs.ts'

/** What the link of a mail is for, and what it asks for before it counts. */
export interface EmailLink {
  email: string
  /** True when the link changes the e-mail of an account, false when it confirms it. */
  changes: boolean
  asks: 'nothing' | 'password' | 'new_password' | 'sign_in'
}

/** Reads a link, for the user who is signed in here. A refusal is data: asking again would not help. */
export const emailLinkQuery = (token: string, userEmail: string | null) =>
  queryOptions({
    queryKey: ['emailLink', token, userEmail],
    queryFn: (): Promise<EmailLink | IdentityError> =>
      askIdentity(`/api/auth/email-link?${new URLSearchParams({ token })}`).catch((error) => {
        if (error instanceof IdentityError) return error
        throw error
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Follows the link: as the signed-in user, with the password, or with a new one. */
export async function followEmailLink(
  token: string,
  proof: { password?: string; newPassword?: string },
): Promise<void> {
  await askIdentity('/api/auth/follow-email-link', { token, ...proof })
  // The session may have another e-mail now.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  tellTabs('signedIn')
}

/** Sends the link to one's e-mail once more. */
export async function sendConfirmMail(email: string): Promise<void> {
  const callbackURL = paths.confirmEmail
  await askIdentity('/api/auth/send-verification-email', { email, callbackURL })
}
