import type { Alternatives, MatchedRows } from '@freehub/contract/order-pad/order-pad'
import { call } from '../../api/call.ts'

export const matchPadRows = (rows: string[][]) =>
  call<MatchedRows>('POST', '/api/order-pad/rows', { body: { rows } })

export const findAlternatives = (texts: string[]) =>
  call<Alternatives>('POST', '/api/order-pad/alternatives', { body: { texts } })
