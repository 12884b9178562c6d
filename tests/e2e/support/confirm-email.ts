import { expect, type Page } from '@playwright/test'
import { origin } from './origin.ts'
import { linkIn, mailTo } from './post.ts'

/** Confirms the email of the signed-in user, by the link of the mail that came after sign-up. */
export async function confirmEmail({ request }: Page): Promise<void> {
  const { user } = await (await request.get('/api/auth/get-session')).json()
  if (user.emailVerified) return
  const link = linkIn(await mailTo(request, user.email, /confirm/i), '/confirm-email')
  const token = new URL(link).searchParams.get('token') ?? ''
  const confirmed = await request.post('/api/auth/follow-email-link', {
    data: { token },
    headers: { origin },
  })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
}
