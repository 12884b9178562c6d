import type { Alternatives, MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../api/call.ts'

/** Finds the parts of rows. `client`: the customer whose own numbers staff search. */
export const matchPadRows = (rows: string[][], client?: string) =>
  call<MatchedRows>('POST', `/api/order-pad/rows${toQuery(client)}`, { body: { rows } })

export const findAlternatives = (texts: string[], client?: string) =>
  call<Alternatives>('POST', `/api/order-pad/alternatives${toQuery(client)}`, { body: { texts } })

const toQuery = (client: string | undefined) =>
  client ? `?client=${encodeURIComponent(client)}` : ''
