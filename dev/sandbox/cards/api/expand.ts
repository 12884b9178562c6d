import type { CardStore, Change } from '../card-store.ts'
import { parameterError } from './errors.ts'
import { type Form, readInteger, readText, readTextList } from './parameters.ts'

type JsonObject = Record<string, unknown>

/**
 * Returns a copy of the body. Replaces the IDs at the paths in `expand[]`, such as `latest_charge.refunds`, with
 * their objects. Values that are no known IDs stay unchanged. Throws a RequestError if a property does not exist, or is
 * deeper than four levels.
 */
export function expand(body: unknown, form: Form, store: CardStore, changes: Change[]): unknown {
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
    if (names.length > 4 || typeof target !== 'object' || !Object.hasOwn(target, name)) {
      throw parameterError('expand', `This property cannot be expanded (${path}).`)
    }
    target[name] = resolveId(target[name])
    if (rest.length && target[name]) expandPath(target[name] as JsonObject, rest, path)
  }

  function resolveId(value: unknown) {
    if (typeof value !== 'string') return value
    const changed = changes.find(([, row]) => row.id === value)?.[1]
    const row =
      changed ??
      store.charges.get(value) ??
      store.intents.get(value) ??
      store.refunds.get(value) ??
      store.methods.get(value)
    return structuredClone(row && 'method' in row ? row.method : (row ?? value))
  }
}

type ListRow = { id: string }

/** Returns a page of `rows`, newest first, by cursor. `rows` has the oldest row first. */
export function listPage<Row extends ListRow>(rows: Row[], form: Form, url: string) {
  const limit = readInteger(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw parameterError('limit', 'Invalid integer: limit is 1 to 100')
  const newestFirst = rows.toReversed()
  const after = readText(form, 'starting_after')
  const start = after ? indexOfId(newestFirst, after, 'starting_after') + 1 : 0
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list' as const, data, has_more: start + limit < newestFirst.length, url }
}

function indexOfId(rows: ListRow[], id: string, param: string) {
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw parameterError(param, `No such object: '${id}'`, 'resource_missing')
  return index
}

/** Returns all rows, or those of the payment intent in the form. */
export function selectOfIntent<Row extends { payment_intent: unknown }>(
  rows: Map<string, Row>,
  form: Form,
): Row[] {
  const intent = readText(form, 'payment_intent')
  return [...rows.values()].filter((row) => intent === undefined || row.payment_intent === intent)
}
