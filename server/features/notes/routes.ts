import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { principalOf } from '../identity/guards.ts'
import { deleteNote, listNotes, putNote } from './notes.ts'

export async function noteRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)

  register(calls.listNotes, ({ query }, request) => listNotes(db, query, principalOf(request).id))

  register(calls.putNote, ({ params, body }, request) =>
    putNote(db, params.id, body, principalOf(request).id),
  )

  register(calls.deleteNote, ({ params }) => deleteNote(db, params.id))
}
