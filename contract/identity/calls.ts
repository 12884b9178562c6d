import { z } from 'zod'
import type { Call } from '../call.ts'
import { byId, deleted } from '../schema-fields.ts'
import * as account from './account-schemas.ts'

/** The calls about identity. */
export const identityCalls = {
  readAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'user',
    about: 'identity',
    summary: 'How one can sign in, and what guards it.',
    answer: account.account,
    refusals: [],
  },
  downloadAccount: {
    method: 'GET',
    path: '/api/account/data',
    access: 'user',
    about: 'identity',
    summary: 'Everything that the shop keeps of the asker, as one JSON file.',
    answer: z.record(z.string(), z.unknown()),
    refusals: [],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/account',
    access: 'user',
    about: 'identity',
    summary:
      'Deletes the asker’s account: unpaid orders are cancelled, all others stay in the books without the person. His sign-in must be fresh.',
    answer: deleted,
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
    about: 'identity',
    summary: 'Where the asker is signed in, newest first.',
    answer: z.array(account.signedIn),
    refusals: [],
  },
  endSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    access: 'user',
    about: 'identity',
    summary: 'Signs the asker out there, at once.',
    params: byId,
    answer: account.ended,
    refusals: ['input_invalid', 'session_not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'user',
    about: 'identity',
    summary: 'Signs the asker out everywhere but here.',
    answer: account.ended,
    refusals: [],
  },
} as const satisfies Record<string, Call>
