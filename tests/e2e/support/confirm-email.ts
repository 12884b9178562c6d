import { expect, type Page } from '@playwright/test'
import { findLink, waitForMail } from './inbox.ts'
import { origin } from './origin.ts'

/** Confirms the email of the signed-in user with the link in the sign-up mail. */
export async function confirmEmail({ request }: Page): Promise<void> {
  const { user } = await (await request.get('/api/auth/get-session')).json()
  if (user.emailVerified) return
  const link = findLink(await waitForMail(request, user.email, /confirm/i), '/confirm-email')
  const token = new URL(link).searchParams.get('token') ?? ''
  const confirmed = await request.post('/api/auth/follow-email-link', {
    data: { token },
    headers: { origin },
  })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
}
