import { expect, test } from 'vitest'
import { render } from '../entry-server.tsx'

const settings = {
  origin: 'https://freehub.example',
  stripePublishableKey: '',
  stripeJsUrl: '',
  localCurrencyRate: 122,
  reservationHours: 72,
  signInProviders: [],
  demoAccounts: [],
}

test('a page beyond the end of the list says so, leads back to its beginning, and is not for search engines', async () => {
  const { html } = await render({
    url: '/allParts?sort=price&after=01980000-0000-7000-8000-000000000001',
    fetch: async () => Response.json([], { headers: { 'X-Total-Count': '145' } }),
    settings,
    assets: { styles: [], fonts: [], sources: [], screens: {} },
  })
  expect(html).toContain('The list ends before this place.')
  expect(html).toContain('href="/allParts?sort=price"')
  expect(html).not.toContain('<ul class="cells">')
  expect(html).toContain('noindex')
})
