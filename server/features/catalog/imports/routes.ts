import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { answer, type Guards } from '../../../platform/http/route.ts'
import { askerOf } from '../../identity/guards.ts'
import { addImport } from './add-import.ts'
import { applyImport } from './apply-import.ts'
import { cancelImport } from './cancel-import.ts'
import { listImportRows } from './list-import-rows.ts'
import { listImports, readImport } from './read-import.ts'
import type { ImportWork } from './work-on-imports.ts'

interface Deps {
  db: Db
  guards: Guards
  work: ImportWork
}

/** The calls about lists of parts that are read in. */
export async function importRoutes(app: FastifyInstance, { db, guards, work }: Deps) {
  answer(app, guards, calls.addImport, async ({ query, file }, request) => {
    const added = await addImport(db, file, { name: query.name, byUser: askerOf(request).id })
    if (!isRefusal(added)) work.look()
    return added
  })

  answer(app, guards, calls.listImports, () => listImports(db))

  answer(app, guards, calls.readImport, ({ params }) => readImport(db, params.id))

  answer(app, guards, calls.listImportRows, async ({ params, query }, request, reply) => {
    const size = query.size ?? LIST_SIZE_MAXIMUM
    const rows = await listImportRows(db, params.id, { ...query, size })
    if (isRefusal(rows)) return rows
    const last = rows.length > size ? rows[size - 1] : undefined
    if (last) reply.header('link', linkAfter(request.url, last.row))
    return rows.slice(0, size)
  })

  answer(app, guards, calls.applyImport, async ({ params, body }, request) => {
    const applying = await applyImport(db, params.id, { byUser: askerOf(request).id, ...body })
    if (!isRefusal(applying)) work.look()
    return applying
  })

  answer(app, guards, calls.cancelImport, ({ params }) => cancelImport(db, params.id))
}

function linkAfter(url: string, row: number): string {
  const next = new URL(url, 'http://shop')
  next.searchParams.set('after', String(row))
  return `<${next.pathname}${next.search}>; rel="next"`
}
