import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { byId, deleted, timestamp } from '../schema-fields.ts'

export const account = z.object({
  email: z.string(),
  emailConfirmed: z.boolean(),
  name: z.string(),
  photoURL: z.string().nullable(),
  /** The confirmed phone number for sign-in by SMS code, in E.164 format. */
  signInPhone: z.string().nullable(),
  hasPassword: z.boolean(),
  providers: z.array(z.enum(['google', 'github'])),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: timestamp })),
  secondFactor: z.boolean(),
  /** The time until which an admin must turn on the second factor to keep admin access. */
  secondFactorDue: timestamp.nullable(),
  /** The reason why an admin has only the access of a customer for now. Null for customers. */
  staffRightsPaused: z.enum(['email_not_confirmed', 'second_factor_off']).nullable(),
})

/** `device` is a label such as `Chromium on Linux`. `address` is an IP address. */
export const activeSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  since: timestamp,
  lastSeen: timestamp,
  current: z.boolean(),
})

export const endedSessions = z.object({ endedCount: z.int().min(0) })

export type Account = z.infer<typeof account>
export type ActiveSession = z.infer<typeof activeSession>

/** The calls of the account and its sessions. Sign-in calls are Better Auth's, under `/api/auth`. */
export const identityCalls = {
  ...defineCalls('user', 'identity', {
    readAccount: {
      route: 'GET /api/account',
      summary: 'Returns the caller’s sign-in methods and security settings.',
      response: account,
    },
    downloadAccount: {
      route: 'GET /api/account/data',
      summary: 'Downloads all personal data of the caller as one JSON file.',
      response: z.record(z.string(), z.unknown()),
    },
    deleteAccount: {
      route: 'DELETE /api/account',
      securityEvent: 'account_delete',
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
      route: 'GET /api/account/sessions',
      summary: 'Lists the caller’s active sessions, newest first.',
      response: z.array(activeSession),
    },
    endSession: {
      route: 'DELETE /api/account/sessions/:id',
      securityEvent: 'session_end',
      summary: 'Ends one of the caller’s sessions immediately.',
      params: byId,
      response: endedSessions,
      refusals: ['session_not_found'],
    },
    endOtherSessions: {
      route: 'DELETE /api/account/sessions',
      securityEvent: 'session_end',
      summary: 'Ends all sessions of the caller except the current one.',
      response: endedSessions,
    },
  }),
}
