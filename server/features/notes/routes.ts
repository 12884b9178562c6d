import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { deleteNote, listNotes, putNote } from './notes.ts'

export async function noteRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)

  register(calls.listNotes, ({ query, principal }) => listNotes(db, query, principal.id))

  register(calls.putNote, ({ params, body, principal }) =>
    putNote(db, params.id, body, principal.id),
  )

  register(calls.deleteNote, ({ params }) => deleteNote(db, params.id))
}
