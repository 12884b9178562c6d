import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { copiedLines } from '../cart/cart-schemas.ts'
import { byId, deleted } from '../schema-fields.ts'
import * as lists from './saved-list-schemas.ts'

export const savedListCalls = defineCalls('user', 'lists', {
  listSavedLists: {
    route: 'GET /api/lists',
    summary:
      'Lists the caller’s saved lists with their current totals, last changed first, at most 50.',
    response: z.array(lists.listedSavedList),
  },
  readSavedList: {
    route: 'GET /api/lists/:id',
    summary: 'Returns one of the caller’s lists with current prices, stock and problems.',
    params: byId,
    response: lists.savedList,
    refusals: ['list_missing'],
  },
  addSavedList: {
    route: 'POST /api/lists',
    summary: 'Saves a list of parts with quantities under a name.',
    body: lists.newSavedList,
    response: lists.savedListEntry,
    status: 201,
    refusals: ['part_missing', 'list_missing', 'lists_full', 'key_reused'],
  },
  changeSavedList: {
    route: 'PATCH /api/lists/:id',
    summary:
      'Changes the name or the lines of a list: adds to a quantity, sets it, or removes the line. Makes all changes or none.',
    params: byId,
    body: lists.savedListChanges,
    response: lists.changedSavedList,
    refusals: ['list_missing', 'part_missing', 'line_changed', 'list_full', 'key_reused'],
  },
  deleteSavedList: {
    route: 'DELETE /api/lists/:id',
    summary: 'Deletes one of the caller’s lists.',
    params: byId,
    response: deleted,
    refusals: ['list_missing'],
  },
  addSavedListToCart: {
    route: 'POST /api/lists/:id/cart',
    summary:
      'Copies the lines of a list into the cart. For a part that is already in the cart, keeps the larger quantity.',
    params: byId,
    response: copiedLines,
    refusals: ['list_missing', 'cart_full', 'key_reused'],
  },
})
