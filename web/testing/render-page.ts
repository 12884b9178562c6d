import { render } from '../app/entry-server.tsx'

export const settings = {
  origin: 'https://freehub.example',
  stripePublishableKey: '',
  stripeJsUrl: '',
  localCurrencyRate: 122,
  reservationHours: 72,
  signInProviders: [],
  demoAccounts: [],
}

/** Renders a page like the server. `fetch` responds to the page's data calls by path. */
export function renderPage(url: string, fetch: (path: string) => Promise<Response>) {
  return render({
    url,
    settings,
    assets: { styles: [], fonts: [], sources: [], screens: {} },
    fetch,
  })
}
