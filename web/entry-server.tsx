import type { ShopSettings } from '@freehub/contract/settings'
import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { newQueryClient } from './api/query-client.ts'
import { queryDataOf } from './api/query-data.ts'
import type { Fetch } from './api/send.ts'
import { type Assets, pageDocument } from './page-document.ts'
import { routes } from './routes.tsx'
import { Providers } from './shell/providers.tsx'
import type { RouteHandle } from './shell/route-handle.ts'

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

const handler = createStaticHandler(routes)

/** Renders the whole document of an address, the same for every visitor. */
export async function render(request: PageRequest): Promise<RenderedPage> {
  const url = new URL(request.url, 'http://shop')
  const settings = { ...request.settings, year: new Date().getUTCFullYear() }
  const client = newQueryClient()

  const context = await handler.query(new Request(url))
  if (context instanceof Response) throw new Error(`${request.url} answers without a page`)
  const handles = context.matches.map(({ route }) => route.handle as RouteHandle | undefined)
  await Promise.all(handles.map((handle) => handle?.prefetch?.(client, request.fetch, url)))

  const root = renderToString(
    <Providers client={client} settings={settings}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Providers>,
  )
  const data = queryDataOf(client)
  const complete = client.getQueryCache().getAll().every(isSettled)
  const isPrivate = handles.some((handle) => handle?.private)
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

function statusOf(handle: RouteHandle | undefined, client: QueryClient, url: URL) {
  return typeof handle?.status === 'function' ? handle.status(client, url) : handle?.status
}

/** The page's assets with those of the screens on it, which are rendered whole. */
function withScreens(assets: Assets, handles: (RouteHandle | undefined)[]): Assets {
  const screens = handles.flatMap((handle) => assets.screens[handle?.code ?? ''] ?? [])
  const scripts = screens.flatMap((screen) => screen.scripts)
  return {
    ...assets,
    styles: [...assets.styles, ...screens.flatMap((screen) => screen.styles)],
    preloads: [...assets.preloads, ...scripts.map((href) => ({ href, as: 'script' }))],
  }
}

/** Whether what a screen shows was there; the session is nobody's business here. */
function isSettled(query: { queryKey: readonly unknown[]; state: { status: string } }): boolean {
  return query.queryKey[0] === 'session' || query.state.status === 'success'
}
