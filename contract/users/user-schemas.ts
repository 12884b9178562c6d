import { z } from 'zod'
import { HTTPS_ADDRESS_WANTED } from '../https-address.ts'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  SEARCH_LENGTH,
} from '../limits.ts'
import { email, httpsUrl, id, onePlace, text, twoWayPage } from '../schema-fields.ts'

export const role = z.enum(['admin', 'customer'])

export const profile = z.object({
  email: z.string(),
  role,
  education: z.string(),
  address: z.string(),
  phone: z.string(),
  linkedin: z.string(),
  displayName: z.string(),
  photoURL: z.string().nullable(),
})

/** Empty fields keep the old values. */
export const profileUpdate = z.strictObject({
  education: text(PROFILE_EDUCATION_LENGTH).optional(),
  phone: text(PROFILE_PHONE_LENGTH).optional(),
  linkedin: z.union([z.literal(''), httpsUrl], HTTPS_ADDRESS_WANTED).optional(),
  address: text(PROFILE_ADDRESS_LENGTH).optional(),
})

/** One path, two calls, told apart by the body: `email` alone exchanges, the rest updates. */
export const putUser = profileUpdate
  .extend({ email: email.optional() })
  .refine(({ email, ...update }) => email === undefined || Object.keys(update).length === 0, {
    path: ['email'],
    message: 'Send email alone, or the profile without it.',
  })

export const putUserAnswer = z.object({
  token: z.string().optional(),
  result: z.object({ modifiedCount: z.int().min(0).max(1) }),
})

export const adminFlag = z.object({
  admin: z.boolean(),
  /** Present when the caller is an admin whose rights are paused: `GET /api/account` has the reason. */
  paused: z.literal(true).optional(),
})

/** `search` looks in e-mail and name. */
export const usersQuery = z
  .strictObject({ ...twoWayPage, search: text(SEARCH_LENGTH).optional() })
  .refine(...onePlace)

export const listedUser = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  emailConfirmed: z.boolean(),
  banned: z.boolean(),
  /** Why, for the staff; null of who is not banned, as are who banned him and when. */
  banReason: z.string().nullable(),
  bannedBy: z.string().nullable(),
  bannedAt: z.iso.datetime().nullable(),
})

/** What happened to somebody's role, or to his way in. `by` is null where the shop's own command did it. */
export const personChange = z.object({
  kind: z.enum(['made_admin', 'made_customer', 'banned', 'let_in']),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
})

/** A person as staff see him. */
export const person = z.object({
  user: listedUser,
  /** Without photoURL: the browsers of staff load nothing from an address that a customer chose. */
  profile: profile.omit({ photoURL: true }),
  emailConfirmed: z.boolean(),
  signedUpAt: z.iso.datetime(),
  /** Set where staff have lifted the limits on unpaid orders. `by`: an e-mail. */
  trusted: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  /** Whether an order is paid and not refunded: then no limit on value or stock applies. */
  hasPaid: z.boolean(),
  /** Orders that reserve pieces without having been paid. */
  unpaidOrders: z.int(),
  /** The newest first. */
  changes: z.array(personChange),
})

/** Who is meant: by his id, or by his e-mail. */
export const who = z.union([id, email], 'Give an id of the shop, or an e-mail.')
