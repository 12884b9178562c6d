import type { Alternatives, MatchedRows, OwnNumber } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../api/call.ts'

/** Finds parts and quantities of rows. */
export const matchRows = (rows: string[][]) =>
  call<MatchedRows>('POST', '/api/order-pad/rows', { body: { rows } })

export const findAlternatives = (texts: string[]) =>
  call<Alternatives>('POST', '/api/order-pad/alternatives', { body: { texts } })

export const putOwnNumber = (code: string, productId: string, replaces?: string) =>
  call<OwnNumber>('PUT', '/api/own-numbers', {
    body: { code, productId, ...(replaces && { replaces }) },
  })
