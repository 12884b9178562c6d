import type { ShopSettings } from '@freehub/contract/settings'
import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { matchRoutes, StaticRouter } from 'react-router'
import { newQueryClient } from '../api/query-client.ts'
import { queryDataOf } from '../api/query-data.ts'
import type { Fetch } from '../api/send.ts'
import { App } from './app.tsx'
import { handlesOf, type RouteHandle } from './page/route-handle.ts'
import { type Assets, pageDocument } from './page-document.ts'
import { Providers } from './providers.tsx'
import { routes } from './routes.tsx'

export interface PageRequest {
  /** Path and query. */
  url: string
  /** Makes the shop's public calls, by path. */
  fetch: Fetch
  settings: ShopSettings
  assets: Assets
}

export interface RenderedPage {
  status: number
  html: string
  /** False where data was missing: what was rendered is good for this one visitor. */
  cacheable: boolean
}

/** Renders the whole document of an address, the same for every visitor. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.url, 'http://shop')
  const settings = { ...request.settings, year: new Date().getUTCFullYear() }
  const client = newQueryClient()

  const handles = handlesOf(matchRoutes(routes, url))
  await Promise.all(handles.map(({ load }) => load?.()))
  await Promise.all(handles.map(({ prefetch }) => prefetch?.(client, request.fetch, url)))

  const root = renderToString(
    <Providers client={client} settings={settings}>
      <StaticRouter location={url}>
        <App />
      </StaticRouter>
    </Providers>,
  )
  const data = queryDataOf(client)
  const complete = client.getQueryCache().getAll().every(isSettled)
  const isPrivate = handles.some((handle) => handle.private)
  const status = handles.map((handle) => statusOf(handle, client, url)).find(Boolean) ?? 200
  client.clear()
  return {
    status,
    html: pageDocument({
      root,
      data,
      settings,
      assets: withScreens(request.assets, handles),
      hidden: isPrivate,
    }),
    cacheable: complete,
  }
}

function statusOf({ status }: RouteHandle, client: QueryClient, url: URL) {
  return typeof status === 'function' ? status(client, url) : status
}

/** The page's assets with those of the screens on it, which are rendered whole. */
function withScreens(assets: Assets, handles: RouteHandle[]): Assets {
  const screens = handles.flatMap((handle) => assets.screens[handle.code ?? ''] ?? [])
  const modules = screens.flatMap((screen) => screen.modules)
  return {
    ...assets,
    styles: [...assets.styles, ...screens.flatMap((screen) => screen.styles)],
    ...(assets.start && {
      start: { ...assets.start, modules: [...assets.start.modules, ...modules] },
    }),
  }
}

/** Whether what a screen shows was there; the session is nobody's business here. */
function isSettled(query: { queryKey: readonly unknown[]; state: { status: string } }): boolean {
  return query.queryKey[0] === 'session' || query.state.status === 'success'
}
