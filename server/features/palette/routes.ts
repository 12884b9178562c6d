import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { registerCall } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { principalOf } from '../identity/guards.ts'
import { searchPalette } from './search-palette.ts'

export async function paletteRoutes(app: FastifyInstance, { db, guards }: Shop) {
  registerCall(app, guards, calls.searchPalette, ({ query }, request) =>
    searchPalette(db, principalOf(request), query.search),
  )
}
