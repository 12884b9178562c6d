import { calls } from '@freehub/contract/calls'
import { PART_COLUMNS } from '@freehub/contract/catalog/imports'
import {
  type PartFilters,
  SEARCH_RELAXED_HEADER,
  SEARCHED_FOR_HEADER,
  serializePartFilters,
} from '@freehub/contract/catalog/part-filters'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { jsonResponse, sendCachedResponse } from '../../../platform/cache/cached-response.ts'
import { sendCachedJson } from '../../../platform/cache/response-cache.ts'
import { csvFileName, sendCsv } from '../../../platform/csv/send-csv.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { createListCounter } from '../../../platform/database/list-counter.ts'
import { nextPageLink, withNextLink } from '../../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../../platform/http/route.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { exportParts } from '../csv/export-parts.ts'
import { deletePart } from '../manage/delete-part.ts'
import { listManagedParts } from '../manage/list-managed-parts.ts'
import { restorePart } from '../manage/restore-part.ts'
import { readPartRelations } from '../relations/read-part-relations.ts'
import { type CountParts, createPartCounter } from '../search/count-matches.ts'
import { listParts } from '../search/list-parts.ts'
import { hasFiltersOrSort, resolvePartQuery, toPartFilters } from '../search/part-query.ts'
import { changeStock } from '../stock/change-stock.ts'
import { listStockMovements } from '../stock/list-stock-movements.ts'
import { addPart } from './add-part.ts'
import { changePart } from './change-part.ts'
import { previewDrawing } from './derive-drawing.ts'
import { listFacets } from './list-facets.ts'
import { listFamilies } from './list-families.ts'
import { listPartEdits } from './part-edit-log.ts'
import { readPartFits } from './part-fits.ts'
import { listPartDetails, readPart, readPartDetails } from './read-part.ts'

export async function partRoutes(
  app: FastifyInstance,
  { db, reads, guards, partsChanged, caches }: Shop,
) {
  const register = createCallRegistrar(app, guards)
  const countParts = createPartCounter()
  const countList = createListCounter()

  register(calls.listParts, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const filters = hasFiltersOrSort(query) ? toPartFilters(query) : undefined
    // The key is the normalized query, so that equivalent URLs share an entry.
    const key = `${size} ${filters ? serializePartFilters(filters) : (after ?? '')}`
    const list = () =>
      reads.read((from) =>
        buildPartList(from, countParts, filters ?? toPartFilters({ after }), size),
      )
    const cache = filters ? caches.search : caches.lists
    return sendCachedResponse(request, reply, cache.get(key, list))
  })

  register(calls.readPart, ({ params: { id } }, request, reply) =>
    sendCachedJson(request, reply, caches.parts, id, () => readPart(db, id)),
  )

  register(calls.readPartDetails, ({ params: { id } }, request, reply) =>
    sendCachedJson(request, reply, caches.details, id, () =>
      reads.read((from) => readPartDetails(from, id)),
    ),
  )

  register(calls.readPartRelations, ({ params: { id } }, request, reply) =>
    sendCachedJson(request, reply, caches.search, `relations ${id}`, () =>
      reads.read((from) => readPartRelations(from, id)),
    ),
  )

  register(calls.listFamilies, ({ query }, request, reply) => {
    const filters = toPartFilters(query)
    const list = async (from: Db) => listFamilies(from, await resolvePartQuery(from, filters))
    const key = `families ${serializePartFilters(filters)}`
    return sendCachedJson(request, reply, caches.search, key, () => reads.read(list))
  })

  register(calls.listFacets, ({ query }, request, reply) => {
    const filters = toPartFilters(query)
    const list = async (from: Db) => listFacets(from, await resolvePartQuery(from, filters))
    const key = `facets ${serializePartFilters(filters)}`
    return sendCachedJson(request, reply, caches.search, key, () => reads.read(list))
  })

  register(calls.listPartDetails, ({ query: { ids } }, request, reply) =>
    sendCachedJson(request, reply, caches.search, `details ${ids}`, () =>
      reads.read((from) => listPartDetails(from, ids)),
    ),
  )

  register(calls.exportParts, async ({ query }, _request, reply) => {
    const partQuery = await resolvePartQuery(db, toPartFilters(query))
    return sendCsv(reply, csvFileName('products'), PART_COLUMNS, exportParts(db, partQuery))
  })

  register(calls.addPart, async ({ body, key, principal }) => {
    const insertedId = await addPart(db, body, { byUser: principal.id, key })
    if (isRefusal(insertedId)) return insertedId
    partsChanged([insertedId])
    return { insertedId }
  })

  register(calls.listManagedParts, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM } = query
    const page = await listManagedParts({ db, countParts, countList }, query, size + 1)
    reply.header('x-total-count', String(page.count))
    if (page.correctedText) reply.header(...searchedForHeader(page.correctedText))
    const { nextStatus: status } = page
    return withNextLink(page.rows, size, request, reply, status && { status })
  })

  register(calls.restorePart, async ({ params: { id }, principal }) => {
    const part = await restorePart(db, id, principal.id)
    if (!isRefusal(part)) partsChanged([id])
    return part
  })

  register(calls.changePart, async ({ params: { id }, body, principal }) => {
    const changed = await changePart(db, id, body, principal.id)
    if (isRefusal(changed)) return changed
    partsChanged([id, ...changed.drawingFiles])
    return changed.part
  })

  register(calls.readPartFits, ({ params }) => readPartFits(db, params.id))

  register(calls.previewDrawing, ({ body }) => previewDrawing(db, body))

  register(calls.changeStock, async ({ params: { id }, body, key, principal }) => {
    const part = await changeStock(db, id, body, { byUser: principal.id, key })
    if (!isRefusal(part)) partsChanged([id])
    return part
  })

  register(calls.listStockMovements, async ({ params, query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM } = query
    const list = await listStockMovements(db, params.id, { ...query, size: size + 1 })
    if (isRefusal(list)) return list
    reply.header('x-total-count', String(list.count))
    const movements = withNextLink(list.stock.movements, size, request, reply)
    return { ...list.stock, movements }
  })

  register(calls.listPartEdits, async ({ params, query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM } = query
    const edits = await listPartEdits(db, params.id, { ...query, size: size + 1 })
    return isRefusal(edits) ? edits : withNextLink(edits, size, request, reply)
  })

  register(calls.deletePart, async ({ params, principal }) => {
    const deleted = await deletePart(db, params.id, principal.id)
    if (deleted.deletedCount > 0) partsChanged([params.id])
    return deleted
  })
}

async function buildPartList(db: Db, countParts: CountParts, filters: PartFilters, size: number) {
  const query = await resolvePartQuery(db, filters)
  const { after, sort } = filters
  const counted = await countParts(db, query)
  const parts = await listParts(db, query, { size: size + 1, after, sort, ...counted })
  const params = new URLSearchParams({
    size: String(size),
    ...Object.fromEntries(serializePartFilters(filters)),
  })
  const link = nextPageLink(parts, size, `/parts?${params}`)
  const { correctedText, isRelaxed } = query.search ?? {}
  return jsonResponse(parts.slice(0, size), {
    'x-total-count': String(counted.count),
    ...(link && { link }),
    ...(correctedText && Object.fromEntries([searchedForHeader(correctedText)])),
    ...(isRelaxed && { [SEARCH_RELAXED_HEADER.toLowerCase()]: 'true' }),
  })
}

const searchedForHeader = (text: string): [name: string, value: string] => [
  SEARCHED_FOR_HEADER.toLowerCase(),
  encodeURIComponent(text),
]
