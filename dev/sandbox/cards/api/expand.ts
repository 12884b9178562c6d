import type { Change, Ledger } from '../ledger.ts'
import { parameterError } from './errors.ts'
import { type Form, readInteger, readMap, readText, readTextList } from './parameters.ts'

type JsonObject = Record<string, unknown>

/** Replaces IDs by objects for the paths in `expand[]`, such as `latest_charge.refunds`. */
export function expand(body: unknown, form: Form, ledger: Ledger, changes: Change[]): unknown {
  const paths = readTextList(form, 'expand') ?? []
  if (paths.length === 0) return body
  const copy = structuredClone(body)
  for (const path of paths) expandPath(copy as JsonObject, path.split('.'), path)
  return copy

  function expandPath(target: JsonObject, names: string[], path: string) {
    if (Array.isArray(target)) {
      for (const item of target) expandPath(item, names, path)
      return
    }
    const [name = '', ...rest] = names
    if (
      names.length > 4 ||
      !(name in target || (target.object === 'charge' && name === 'refunds'))
    ) {
      throw parameterError('expand', `This property cannot be expanded (${path}).`)
    }
    target[name] = name === 'refunds' ? refundsOf(String(target.id)) : resolveId(target[name])
    if (rest.length && target[name]) expandPath(target[name] as JsonObject, rest, path)
  }

  function resolveId(value: unknown) {
    if (typeof value !== 'string') return value
    const changed = changes.find(([, row]) => row.id === value)?.[1]
    const row =
      changed ??
      ledger.charges.get(value) ??
      ledger.intents.get(value) ??
      ledger.refunds.get(value) ??
      ledger.methods.get(value)
    return structuredClone(row && 'method' in row ? row.method : (row ?? value))
  }

  function refundsOf(charge: string) {
    const data = [...ledger.refunds.values()].filter((refund) => refund.charge === charge).reverse()
    return { object: 'list', data, has_more: false, url: `/v1/charges/${charge}/refunds` }
  }
}

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
