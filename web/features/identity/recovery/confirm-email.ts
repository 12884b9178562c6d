import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../api/query-client.ts'
import { paths } from '../../../paths.ts'
import { IdentityError } from '../identity-errors.ts'
import { callAuthApi } from '../login/sign-in.ts'
import { notifyTabs, sessionQuery } from '../session.ts'

export interface EmailLink {
  email: string
  /** True if the link changes the account's email, false if it confirms it. */
  changes: boolean
  asks: 'nothing' | 'password' | 'new_password' | 'sign_in'
}

/** Shows that the account belongs to the user. Empty if they are signed in. */
export interface Proof {
  password?: string
  newPassword?: string
}

/** Reads a link for the signed-in user. A refusal is returned as data, because a retry would not help. */
export const emailLinkQuery = (token: string, userEmail: string | null) =>
  queryOptions({
    queryKey: ['emailLink', token, userEmail],
    queryFn: (): Promise<EmailLink | IdentityError> =>
      callAuthApi(`/api/auth/email-link?${new URLSearchParams({ token })}`).catch((error) => {
        if (error instanceof IdentityError) return error
        throw error
      }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export async function followEmailLink(token: string, proof: Proof): Promise<void> {
  await callAuthApi('/api/auth/follow-email-link', { token, ...proof })
  // The session's email may have changed.
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  notifyTabs('signedIn')
}

export async function sendConfirmationEmail(email: string): Promise<void> {
  const callbackURL = paths.confirmEmail
  await callAuthApi('/api/auth/send-verification-email', { email, callbackURL })
}
