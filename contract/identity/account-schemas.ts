import { z } from 'zod'

const timestamp = z.iso.datetime()

/** The sign-in methods and security settings of a user. */
export const account = z.object({
  email: z.string(),
  emailConfirmed: z.boolean(),
  name: z.string(),
  photoURL: z.string().nullable(),
  /** A confirmed number for sign-in by SMS code, in E.164 format. */
  signInPhone: z.string().nullable(),
  hasPassword: z.boolean(),
  providers: z.array(z.enum(['google', 'github'])),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: timestamp })),
  secondFactor: z.boolean(),
  /**
   * The deadline for an admin to turn on the second factor and keep admin access; null if there is
   * none.
   */
  secondFactorDue: timestamp.nullable(),
  /** The reason why an admin has only customer access for now. Null for customers. */
  staffRightsPaused: z.enum(['email_not_confirmed', 'second_factor_off']).nullable(),
})

/** `device` is a label such as `Chromium on Linux`. */
export const activeSession = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string().nullable(),
  since: timestamp,
  lastSeen: timestamp,
  current: z.boolean(),
})

/** `email` received `role` from `by`; `by` is null if a command on the server did it. */
export const roleChange = z.object({
  email: z.string(),
  role: z.enum(['admin', 'customer']),
  by: z.string().nullable(),
  at: timestamp,
})

export const endedSessions = z.object({ endedCount: z.int().min(0) })
