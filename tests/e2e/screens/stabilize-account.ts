import type { Page } from '@playwright/test'

const SINCE = '2026-03-02T08:05:00.000Z'
const LAST_SEEN = '2026-03-02T11:10:00.000Z'

const SECOND_FACTOR_SETUP = {
  method: 'totp',
  totpURI:
    'otpauth://totp/Freehub:customer%40freehub.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Freehub&digits=6&period=30',
  backupCodes: [],
}

/** Replaces sign-in times, role change times and secrets by fixed values. */
export async function stabilizeAccount(page: Page): Promise<void> {
  await replaceTimes(page, '/api/account/sessions', { since: SINCE, lastSeen: LAST_SEEN })
  await replaceTimes(page, '/api/role-changes', { at: SINCE })
  await page.route('**/api/auth/two-factor/enable', (route) =>
    route.fulfill({ json: SECOND_FACTOR_SETUP }),
  )
}

async function replaceTimes(page: Page, path: string, times: Record<string, string>) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const rows: object[] = await response.json()
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...times })) })
  })
}
