import type { Alternatives, MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../api/call.ts'

/** Finds the parts of rows. `customerEmail`: the customer whose own numbers staff search. */
export const matchPadRows = (rows: string[][], customerEmail?: string) =>
  call<MatchedRows>('POST', `/api/order-pad/rows${toQuery(customerEmail)}`, { body: { rows } })

export const findAlternatives = (texts: string[], customerEmail?: string) =>
  call<Alternatives>('POST', `/api/order-pad/alternatives${toQuery(customerEmail)}`, {
    body: { texts },
  })

const toQuery = (customerEmail: string | undefined) =>
  customerEmail ? `?client=${encodeURIComponent(customerEmail)}` : ''
