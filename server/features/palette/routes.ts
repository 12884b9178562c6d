import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { answer, type Guards } from '../../platform/http/route.ts'
import { askerOf } from '../identity/guards.ts'
import { findAnything } from './find-anything.ts'

interface Deps {
  db: Db
  guards: Guards
}

/** The call of the command palette. */
export async function paletteRoutes(app: FastifyInstance, { db, guards }: Deps) {
  answer(app, guards, calls.findAnything, ({ query }, request) =>
    findAnything(db, askerOf(request), query.search),
  )
}
