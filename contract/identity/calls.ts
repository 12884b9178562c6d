import { z } from 'zod'
import type { Call } from '../call.ts'
import { byId, deleted } from '../schema-fields.ts'
import * as account from './account-schemas.ts'

export const identityCalls = {
  readAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'user',
    tag: 'identity',
    summary: 'Returns the caller’s sign-in methods and security settings.',
    response: account.account,
    refusals: [],
  },
  downloadAccount: {
    method: 'GET',
    path: '/api/account/data',
    access: 'user',
    tag: 'identity',
    summary: 'Downloads all personal data of the caller as one JSON file.',
    response: z.record(z.string(), z.unknown()),
    refusals: [],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account',
    access: 'user',
    tag: 'identity',
    summary:
      'Deletes the caller’s account. Unpaid orders are cancelled; all others are anonymised. Requires a sign-in within the last fifteen minutes.',
    response: deleted,
    refusals: [
      'sign_in_too_old',
      'last_admin',
      'orders_under_way',
      'payment_processing',
      'provider_unavailable',
    ],
  },
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'user',
    tag: 'identity',
    summary: 'Lists the caller’s active sessions, newest first.',
    response: z.array(account.activeSession),
    refusals: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    access: 'user',
    tag: 'identity',
    summary: 'Ends one of the caller’s sessions immediately.',
    params: byId,
    response: account.endedSessions,
    refusals: ['input_invalid', 'session_not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'user',
    tag: 'identity',
    summary: 'Ends all sessions of the caller except the current one.',
    response: account.endedSessions,
    refusals: [],
  },
} as const satisfies Record<string, Call>
