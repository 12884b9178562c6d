import type { Change, Ledger } from '../ledger.ts'
import { parameterError } from './errors.ts'
import type { Form } from './form.ts'
import { readTextList } from './parameters.ts'

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
