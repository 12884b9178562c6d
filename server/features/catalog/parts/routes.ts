import { calls } from '@freehub/contract/calls'
import { PART_COLUMNS } from '@freehub/contract/catalog/imports'
import {
  type PartsWanted,
  partsWantedQuery,
  SEARCHED_FOR_HEADER,
} from '@freehub/contract/catalog/parts-wanted'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type KeptAnswers, keptJson, sendKept } from '../../../platform/cache/kept-answers.ts'
import { fileNameOf, sendCsv } from '../../../platform/csv/send-csv.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { CatalogueReads } from '../../../platform/database/replica/catalogue-reads.ts'
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts'
import { cutPage, nextPageLink } from '../../../platform/http/paging.ts'
import { answer, type Guards } from '../../../platform/http/route.ts'
import { askerOf } from '../../identity/guards.ts'
import { type CountParts, partCounter } from '../list/count-parts.ts'
import { listFamilies } from '../list/list-families.ts'
import { listParts } from '../list/list-parts.ts'
import { readFilter } from '../list/read-filter.ts'
import { isNarrowed, wantedBy } from '../list/read-wanted.ts'
import { readPartRelations } from '../relations/read-relations.ts'
import { changeStock } from '../stock/change-stock.ts'
import { listStockMovements } from '../stock/list-stock-movements.ts'
import { addPart } from './add-part.ts'
import { changePart } from './change-part.ts'
import { deletePart } from './delete-part.ts'
import { exportParts } from './export-parts.ts'
import type { PartChanges } from './part-changes.ts'
import { listPartEdits } from './part-edits.ts'
import { readPart, readPartDetails } from './read-part.ts'

interface Deps {
  db: Db
  /** For what need not be exact at once. */
  reads: CatalogueReads
  guards: Guards
  changes: PartChanges
  /**
   * Answers about one part, and its details, by its id; lists of all parts, by size and place; and
   * what somebody looks for, which is of so many kinds that it has room of its own.
   */
  kept: { parts: KeptAnswers; details: KeptAnswers; lists: KeptAnswers; found: KeptAnswers }
}

/** The calls about parts. */
export async function partRoutes(app: FastifyInstance, { db, reads, guards, changes, kept }: Deps) {
  const countParts = partCounter()

  answer(app, guards, calls.listParts, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    // Kept by what is asked for, however the address spells it.
    if (!isNarrowed(query)) {
      const key = `${size} ${after ?? ''}`
      const list = () => reads.read((from) => makeList(from, countParts, wantedBy({ after }), size))
      return sendKept(request, reply, kept.lists.get(key, list))
    }
    const wanted = wantedBy(query)
    const list = () => reads.read((from) => makeList(from, countParts, wanted, size))
    return sendKept(request, reply, kept.found.get(`${size} ${partsWantedQuery(wanted)}`, list))
  })

  answer(app, guards, calls.readPart, ({ params: { id } }, request, reply) =>
    sendFound(request, reply, kept.parts, id, () => readPart(db, id)),
  )

  answer(app, guards, calls.readPartDetails, ({ params: { id } }, request, reply) =>
    sendFound(request, reply, kept.details, id, () =>
      reads.read((from) => readPartDetails(from, id)),
    ),
  )

  answer(app, guards, calls.readPartRelations, ({ params: { id } }, request, reply) =>
    sendFound(request, reply, kept.found, `relations ${id}`, () =>
      reads.read((from) => readPartRelations(from, id)),
    ),
  )

  answer(app, guards, calls.listFamilies, ({ query }, request, reply) => {
    const wanted = wantedBy(query)
    const list = async (from: Db) => listFamilies(from, await readFilter(from, wanted))
    const families = async () => keptJson(await reads.read(list))
    return sendKept(
      request,
      reply,
      kept.found.get(`families ${partsWantedQuery(wanted)}`, families),
    )
  })

  answer(app, guards, calls.exportParts, async ({ query }, _request, reply) => {
    const filter = await readFilter(db, wantedBy(query))
    return sendCsv(reply, fileNameOf('products'), PART_COLUMNS, exportParts(db, filter))
  })

  answer(app, guards, calls.addPart, async ({ body }, request) => {
    const key = idempotencyKey(request)
    if (isRefusal(key)) return key
    const insertedId = await addPart(db, body, { byUser: askerOf(request).id, key })
    if (isRefusal(insertedId)) return insertedId
    changes.tell([insertedId])
    return { insertedId }
  })

  answer(app, guards, calls.changePart, async ({ params: { id }, body }, request) => {
    const part = await changePart(db, id, body, askerOf(request).id)
    if (!isRefusal(part)) changes.tell([id])
    return part
  })

  answer(app, guards, calls.changeStock, async ({ params: { id }, body }, request) => {
    const key = idempotencyKey(request)
    if (isRefusal(key)) return key
    const part = await changeStock(db, id, body, { byUser: askerOf(request).id, key })
    if (!isRefusal(part)) changes.tell([id])
    return part
  })

  answer(app, guards, calls.listStockMovements, async ({ params, query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const list = await listStockMovements(db, params.id, { size: size + 1, after })
    if (isRefusal(list)) return list
    reply.header('x-total-count', String(list.count))
    const movements = cutPage(list.ledger.movements, size, request, reply)
    return { ...list.ledger, movements }
  })

  answer(app, guards, calls.listPartEdits, async ({ params, query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    const edits = await listPartEdits(db, params.id, { size: size + 1, after })
    return isRefusal(edits) ? edits : cutPage(edits, size, request, reply)
  })

  answer(app, guards, calls.deletePart, async ({ params }, request) => {
    const deletedCount = await deletePart(db, params.id, askerOf(request).id)
    if (deletedCount > 0) changes.tell([params.id])
    return { deletedCount }
  })
}

async function makeList(db: Db, countParts: CountParts, wanted: PartsWanted, size: number) {
  const filter = await readFilter(db, wanted)
  const { after, sort } = wanted
  const counted = await countParts(db, filter)
  const parts = await listParts(db, filter, { size: size + 1, after, sort, ...counted })
  const query = new URLSearchParams({
    size: String(size),
    ...Object.fromEntries(partsWantedQuery(wanted)),
  })
  const link = nextPageLink(parts, size, `/parts?${query}`)
  const corrected = filter.search?.corrected
  return keptJson(parts.slice(0, size), {
    'x-total-count': String(counted.count),
    ...(link && { link }),
    ...(corrected && { [SEARCHED_FOR_HEADER.toLowerCase()]: encodeURIComponent(corrected) }),
  })
}

/** Sends what is known of a part, or that there is none. */
function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptAnswers,
  key: string,
  read: () => Promise<object | Refusal>,
) {
  const sent = sendKept(
    request,
    reply,
    kept.get(key, async () => keptJson(found(await read()))),
  )
  return sent instanceof Promise ? sent.catch(refusalOf) : sent
}

/** Refusals are not kept: they leave the maker as what it throws. */
function found(value: object | Refusal) {
  if (isRefusal(value)) throw value
  return value
}

function refusalOf(thrown: unknown) {
  if (isRefusal(thrown)) return thrown
  throw thrown
}
