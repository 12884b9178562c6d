import type { Page } from '@playwright/test'

const SINCE = '2026-03-02T08:05:00.000Z'
const LAST_SEEN = '2026-03-02T11:10:00.000Z'

/** What an authenticator app would be given, if it were always the same. */
const BEGUN = {
  method: 'totp',
  totpURI:
    'otpauth://totp/Freehub:customer%40freehub.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Freehub&digits=6&period=30',
  backupCodes: [],
}

/** When one signed in, when roles changed, and secrets are chance: a picture says the same each time. */
export async function stillAccount(page: Page): Promise<void> {
  await still(page, '/api/account/sessions', { since: SINCE, lastSeen: LAST_SEEN })
  await still(page, '/api/role-changes', { at: SINCE })
  await page.route('**/api/auth/two-factor/enable', (route) => route.fulfill({ json: BEGUN }))
}

async function still(page: Page, path: string, moments: Record<string, string>) {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    const rows: object[] = await answer.json()
    await route.fulfill({ response: answer, json: rows.map((row) => ({ ...row, ...moments })) })
  })
}
