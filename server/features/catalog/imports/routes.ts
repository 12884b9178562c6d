import { calls } from '@freehub/contract/calls'
import { LIST_SIZE_MAXIMUM } from '@freehub/contract/constants'
import { isRefusal } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { csvFileName, sendCsv } from '../../../platform/csv/send-csv.ts'
import { formatNextLink, withNextLink } from '../../../platform/http/pagination.ts'
import { createCallRegistrar } from '../../../platform/http/route.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { addImport } from './add-import.ts'
import { applyImport } from './apply-import.ts'
import { cancelImport } from './cancel-import.ts'
import { exportInvalidRows, readImportColumns } from './export-invalid-rows.ts'
import type { ImportRunner } from './import-runner.ts'
import { ERRORS_COLUMN } from './parse-rows.ts'
import { listImportRows, listImports, readImport } from './read-import.ts'

export async function importRoutes(
  app: FastifyInstance,
  { db, guards, runner }: Shop & { runner: ImportRunner },
) {
  const register = createCallRegistrar(app, guards)

  register(calls.addImport, async ({ query, file, principal }) => {
    const added = await addImport(db, file, { name: query.name, byUser: principal.id })
    if (!isRefusal(added)) runner.wakeUp()
    return added
  })

  register(calls.listImports, async ({ query }, request, reply) => {
    const { size = LIST_SIZE_MAXIMUM } = query
    return withNextLink(await listImports(db, { ...query, size: size + 1 }), size, request, reply)
  })

  register(calls.readImport, ({ params }) => readImport(db, params.id))

  register(calls.listImportRows, async ({ params, query }, request, reply) => {
    const { fate: result, after, size = LIST_SIZE_MAXIMUM } = query
    const rows = await listImportRows(db, params.id, { result, after, size: size + 1 })
    if (isRefusal(rows)) return rows
    const last = rows.length > size ? rows[size - 1] : undefined
    if (last) reply.header('link', formatNextLink(request.url, String(last.row)))
    return rows.slice(0, size)
  })

  register(calls.exportInvalidRows, async ({ params }, _request, reply) => {
    const columns = await readImportColumns(db, params.id)
    if (isRefusal(columns)) return columns
    const headings = [ERRORS_COLUMN, ...columns]
    return sendCsv(reply, csvFileName('invalid-rows'), headings, exportInvalidRows(db, params.id))
  })

  register(calls.applyImport, async ({ params, body, principal }) => {
    const applying = await applyImport(db, params.id, { byUser: principal.id, ...body })
    if (!isRefusal(applying)) runner.wakeUp()
    return applying
  })

  register(calls.cancelImport, ({ params }) => cancelImport(db, params.id))
}
