import type { PublicSettings } from '@freehub/contract/settings'
import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { collectQueryData, createQueryClient } from '../api/query-client.ts'
import type { Fetch } from '../api/send.ts'
import { CART_QUERY_KEY } from '../features/cart/refetch-cart.ts'
import { sessionQuery } from '../features/identity/session.ts'
import { App, Providers } from './app.tsx'
import { type Assets, renderDocument } from './page-document.ts'
import { getRouteHandles, matchScreen, type RouteHandle } from './routes.tsx'

export interface PageRequest {
  /** Path and query of the page. */
  url: string
  /** Makes public calls to the server by path. */
  fetch: Fetch
  settings: PublicSettings
  assets: Assets
}

export interface RenderedPage {
  status: number
  html: string
  /** False if data was missing. The server must not send such a page to other visitors. */
  cacheable: boolean
}

/** Renders the whole document of a URL. It is the same for all visitors. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.url, 'http://shop')
  const settings = { ...request.settings, year: new Date().getUTCFullYear() }
  const client = createQueryClient()

  const handles = getRouteHandles(matchScreen(url.pathname))
  await Promise.all(handles.map(({ load }) => load?.()))
  await Promise.all(handles.map(({ prefetch }) => prefetch?.(client, request.fetch, url)))

  const root = renderToString(
    <Providers client={client} settings={settings}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </Providers>,
  )
  const data = collectQueryData(client)
  const isComplete = client.getQueryCache().getAll().every(isLoaded)
  const isBrowserOnly = handles.some((handle) => handle.isBrowserOnly)
  const status = handles.map((handle) => getStatus(handle, client, url)).find(Boolean) ?? 200
  client.clear()
  return {
    status,
    html: renderDocument({
      root,
      data,
      settings,
      assets: addScreenAssets(request.assets, handles),
      noIndex: isBrowserOnly,
    }),
    cacheable: isComplete,
  }
}

function getStatus({ status }: RouteHandle, client: QueryClient, url: URL) {
  return typeof status === 'function' ? status(client, url) : status
}

function addScreenAssets(assets: Assets, handles: RouteHandle[]): Assets {
  const screens = handles.flatMap((handle) => assets.screens[handle.modulePath ?? ''] ?? [])
  const modules = screens.flatMap((screen) => screen.modules)
  return {
    ...assets,
    styles: [...assets.styles, ...screens.flatMap((screen) => screen.styles)],
    ...(assets.start && {
      start: { ...assets.start, modules: [...assets.start.modules, ...modules] },
    }),
  }
}

/** True for a query with data, and for session and cart, which the server does not load. */
function isLoaded(query: { queryKey: readonly unknown[]; state: { status: string } }): boolean {
  const isPrivate = [...sessionQuery.queryKey, ...CART_QUERY_KEY].includes(`${query.queryKey[0]}`)
  return isPrivate || query.state.status === 'success'
}
