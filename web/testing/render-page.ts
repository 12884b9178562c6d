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

/** Renders a page as the server does. `fetch` answers the calls that the page's data come from, by path. */
export function renderPage(url: string, fetch: (path: string) => Promise<Response>) {
  return render({
    url,
    settings,
    assets: { styles: [], fonts: [], sources: [], screens: {} },
    fetch,
  })
}
