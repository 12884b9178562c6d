import type { Change, Ledger } from '../ledger.ts'
import type { Form } from './form.ts'
import { texts } from './parameters.ts'
import { badParameter } from './refusals.ts'

type Plain = Record<string, unknown>

/** Puts whole objects in the place of their ids, as `expand[]` asks: `latest_charge.refunds`. */
export function expand(body: unknown, form: Form, ledger: Ledger, changes: Change[]): unknown {
  const paths = texts(form, 'expand') ?? []
  if (paths.length === 0) return body
  const copy = structuredClone(body)
  for (const path of paths) expandPath(copy as Plain, path.split('.'), path)
  return copy

  function expandPath(at: Plain, names: string[], path: string) {
    if (Array.isArray(at)) {
      for (const item of at) expandPath(item, names, path)
      return
    }
    const [name = '', ...rest] = names
    if (names.length > 4 || !(name in at || (at.object === 'charge' && name === 'refunds'))) {
      throw badParameter('expand', `This property cannot be expanded (${path}).`)
    }
    at[name] = name === 'refunds' ? refundsOf(String(at.id)) : whole(at[name])
    if (rest.length && at[name]) expandPath(at[name] as Plain, rest, path)
  }

  function whole(value: unknown) {
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
