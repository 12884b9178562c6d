import { makeAuth } from '../identity/auth.ts'
import type { TestShop } from './shop.ts'

/** What the identity provider answers under /api/auth, with each of its plugins: method and path. */
export function identityEndpoints({ db, config, app }: TestShop) {
  const nothing = async () => {}
  const { api } = makeAuth({
    db,
    config,
    log: app.log,
    queueMail: nothing as never,
    queueText: nothing as never,
  })
  const endpoints: { path?: string; options: { method?: string | string[]; metadata?: object } }[] =
    Object.values(api)
  return endpoints
    .filter(({ path, options }) => path && !('SERVER_ONLY' in (options.metadata ?? {})))
    .flatMap(({ path = '', options }) =>
      [options.method ?? []].flat().map((method) => ({
        method,
        path: path.replace(':id', 'google').replace(':token', 'made-up'),
      })),
    )
}
