import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { type Guards, registerCall } from '../../platform/http/route.ts'
import { principalOf } from '../identity/guards.ts'
import { searchPalette } from './search-palette.ts'

interface Deps {
  db: Db
  guards: Guards
}

export async function paletteRoutes(app: FastifyInstance, { db, guards }: Deps) {
  registerCall(app, guards, calls.searchPalette, ({ query }, request) =>
    searchPalette(db, principalOf(request), query.search),
  )
}
