import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { deleteOwnRow } from '../../platform/database/delete-own-row.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { addSavedList } from './add-saved-list.ts'
import { addSavedListToCart } from './add-saved-list-to-cart.ts'
import { changeSavedList } from './change-saved-list.ts'
import { listSavedLists, readSavedList } from './read-saved-lists.ts'

export async function savedListRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)

  register(calls.listSavedLists, ({ principal }) => listSavedLists(db, principal.id))

  register(calls.readSavedList, ({ params, principal }) =>
    readSavedList(db, principal.id, params.id),
  )

  register(calls.addSavedList, ({ body, key, principal }) =>
    addSavedList(db, principal.id, body, key),
  )

  register(calls.changeSavedList, ({ params, body, key, principal }) =>
    changeSavedList(db, principal.id, params.id, body, key),
  )

  register(calls.deleteSavedList, ({ params, principal }) =>
    deleteOwnRow(db, 'saved_lists', principal.id, params.id, 'list_missing'),
  )

  register(calls.addSavedListToCart, ({ params, key, principal }) =>
    addSavedListToCart(db, principal.id, params.id, key),
  )
}
