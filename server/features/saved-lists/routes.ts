import { calls } from '@freehub/contract/calls'
import type { FastifyInstance } from 'fastify'
import { deleteOwnRow } from '../../platform/database/delete-own-row.ts'
import { createCallRegistrar } from '../../platform/http/route.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { principalOf } from '../identity/guards.ts'
import { addSavedList } from './add-list.ts'
import { addSavedListToCart } from './add-list-to-cart.ts'
import { changeSavedList } from './change-list.ts'
import { listSavedLists, readSavedList } from './read-lists.ts'

export async function savedListRoutes(app: FastifyInstance, { db, guards }: Shop) {
  const register = createCallRegistrar(app, guards)

  register(calls.listSavedLists, (_, request) => listSavedLists(db, principalOf(request).id))

  register(calls.readSavedList, ({ params }, request) =>
    readSavedList(db, principalOf(request).id, params.id),
  )

  register(calls.addSavedList, ({ body, key }, request) =>
    addSavedList(db, principalOf(request).id, body, key),
  )

  register(calls.changeSavedList, ({ params, body, key }, request) =>
    changeSavedList(db, principalOf(request).id, params.id, body, key),
  )

  register(calls.deleteSavedList, ({ params }, request) =>
    deleteOwnRow(db, 'saved_lists', principalOf(request).id, params.id, 'list_missing'),
  )

  register(calls.addSavedListToCart, ({ params }, request) =>
    addSavedListToCart(db, principalOf(request).id, params.id),
  )
}
