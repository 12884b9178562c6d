import { parameterError } from './errors.ts'
import type { Form } from './form.ts'
import { readInteger, readMap, readText } from './parameters.ts'

type Listed = { id: string; created: number }

/** Returns a page of a list, newest first, by cursor and `created` range. */
export function listPage<Row extends Listed>(rows: Row[], form: Form, url: string) {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw parameterError('limit', 'Invalid integer: limit is 1 to 100')

  const newestFirst = rows.filter(createdWithin(form)).reverse()
  const after = readText(form, 'starting_after')
  const before = readText(form, 'ending_before')
  if (before) {
    const end = indexOfId(newestFirst, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return {
      object: 'list' as const,
      data: newestFirst.slice(start, end),
      has_more: start > 0,
      url,
    }
  }
  const start = after ? indexOfId(newestFirst, after, 'starting_after') + 1 : 0
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list' as const, data, has_more: start + limit < newestFirst.length, url }
}

function indexOfId(rows: Listed[], id: string, param: string) {
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw parameterError(param, `No such object: '${id}'`, 'resource_missing')
  return index
}

function createdWithin(form: Form) {
  if (typeof form.created === 'string') {
    const created = readInteger(form, 'created')
    return (row: Listed) => row.created === created
  }
  const range = readMap(form, 'created') ?? {}
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => readInteger(range, name))
  return ({ created }: Listed) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte)
}
