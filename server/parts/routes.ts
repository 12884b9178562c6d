import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/connect.ts'
import {
  compressed,
  etagOf,
  type KeptAnswer,
  type KeptAnswers,
  sendKept,
} from '../http/kept-answers.ts'
import { nextPageLink } from '../http/paging.ts'
import { answer, type Guards } from '../http/route.ts'
import { askerOf } from '../identity/guards.ts'
import { addPart } from './add-part.ts'
import { deletePart } from './delete-part.ts'
import { listFamilies } from './list-families.ts'
import { countParts, listParts } from './list-parts.ts'
import type { PartChanges } from './part-changes.ts'
import { readPart, readPartDetails } from './read-part.ts'
import { readPartRelations } from './relations/read-relations.ts'

interface Deps {
  db: Db
  guards: Guards
  changes: PartChanges
  /** Answers about one part, by its id; and lists, by size and place. */
  kept: { parts: KeptAnswers; lists: KeptAnswers }
}

/** The calls about parts. */
export async function partRoutes(app: FastifyInstance, { db, guards, changes, kept }: Deps) {
  answer(app, guards, calls.listParts, ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM, after } = query
    // Kept by what is asked for, however the address spells it.
    const key = `${size} ${after ?? ''}`
    return sendKept(
      request,
      reply,
      kept.lists.get(key, () => makeList(db, size, after)),
    )
  })

  answer(app, guards, calls.readPart, ({ params: { id } }, request, reply) => {
    const part = async () => keptJson(await found(readPart(db, id)))
    const sent = sendKept(request, reply, kept.parts.get(id, part))
    return sent instanceof Promise ? sent.catch(refusalOf) : sent
  })

  answer(app, guards, calls.readPartDetails, ({ params }) => readPartDetails(db, params.id))

  answer(app, guards, calls.readPartRelations, ({ params }) => readPartRelations(db, params.id))

  answer(app, guards, calls.listFamilies, () => listFamilies(db))

  answer(app, guards, calls.addPart, async ({ body }, request) => {
    const insertedId = await addPart(db, body, askerOf(request).id)
    changes.tell([insertedId])
    return { insertedId }
  })

  answer(app, guards, calls.deletePart, async ({ params }) => {
    const deletedCount = await deletePart(db, params.id)
    if (deletedCount > 0) changes.tell([params.id])
    return { deletedCount }
  })
}

async function makeList(db: Db, size: number, after: string | undefined) {
  const [parts, count] = await Promise.all([
    listParts(db, { size: size + 1, after }),
    countParts(db),
  ])
  const link = nextPageLink(parts, size, `/parts?size=${size}`)
  return compressed(
    keptJson(parts.slice(0, size), { 'x-total-count': String(count), ...(link && { link }) }),
  )
}

function keptJson(value: unknown, headers: Record<string, string> = {}): KeptAnswer {
  const body = JSON.stringify(value)
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      etag: etagOf(body),
      ...headers,
    },
  }
}

/** Refusals are not kept: they leave the maker as what it throws. */
async function found<T>(answer: Promise<T>) {
  const value = await answer
  if (isRefusal(value)) throw value
  return value
}

function refusalOf(thrown: unknown) {
  if (isRefusal(thrown)) return thrown
  throw thrown
}
