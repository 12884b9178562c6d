import { z } from 'zod'

const moment = z.iso.datetime()

/** How somebody can sign in, and what guards it. */
export const account = z.object({
  email: z.string(),
  emailConfirmed: z.boolean(),
  name: z.string(),
  photoURL: z.string().nullable(),
  /** A confirmed number that signs in by a code, in E.164. */
  signInPhone: z.string().nullable(),
  hasPassword: z.boolean(),
  providers: z.array(z.enum(['google', 'github'])),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: moment })),
  secondFactor: z.boolean(),
  /** By when an admin must turn the second factor on to keep the rights of staff; null: need not. */
  secondFactorDue: moment.nullable(),
  /** Why an admin is served as a customer at present; null for customers too. */
  staffRightsPaused: z.enum(['email_not_confirmed', 'second_factor_off']).nullable(),
})

/** Where somebody is signed in. `device` in words, such as `Chromium on Linux`. */
export const signedIn = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  since: moment,
  lastSeen: moment,
  current: z.boolean(),
})

/** Who gave whom which role: `by` is null where the shop's own command did. */
export const roleChange = z.object({
  email: z.string(),
  role: z.enum(['admin', 'customer']),
  by: z.string().nullable(),
  at: moment,
})

export const ended = z.object({ endedCount: z.int().min(0) })
