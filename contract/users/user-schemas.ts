import { z } from 'zod'
import { HTTPS_URL_MESSAGE } from '../https-url.ts'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  SEARCH_LENGTH,
} from '../limits.ts'
import {
  bidirectionalPage,
  email,
  httpsUrl,
  id,
  period,
  singleCursor,
  text,
} from '../schema-fields.ts'

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

/** An update of the profile. An empty field keeps its value. */
export const profileUpdate = z.strictObject({
  education: text(PROFILE_EDUCATION_LENGTH).optional(),
  phone: text(PROFILE_PHONE_LENGTH).optional(),
  linkedin: z.union([z.literal(''), httpsUrl], HTTPS_URL_MESSAGE).optional(),
  address: text(PROFILE_ADDRESS_LENGTH).optional(),
})

/** With only `email`, the session is exchanged for a token. Any other body updates the profile. */
export const putUser = profileUpdate
  .extend({ email: email.optional() })
  .refine(({ email, ...update }) => email === undefined || Object.keys(update).length === 0, {
    path: ['email'],
    message: 'Send either email or profile fields, not both.',
  })

export const putUserResponse = z.object({
  token: z.string().optional(),
  result: z.object({ modifiedCount: z.int().min(0).max(1) }),
})

export const adminFlag = z.object({
  admin: z.boolean(),
  /** True if the caller is an admin without admin access for now. `GET /api/account` has the reason. */
  paused: z.literal(true).optional(),
})

/** An active admin has a confirmed email and no ban. The server refuses to remove the last one. */
export const usersFilter = z.enum(
  ['admins', 'activeAdmins', 'unconfirmed', 'banned'],
  'show must be admins, activeAdmins, unconfirmed or banned.',
)

export const usersQuery = z
  .strictObject({
    ...bidirectionalPage,
    ...period,
    search: text(SEARCH_LENGTH).optional(),
    show: usersFilter.optional(),
  })
  .refine(...singleCursor)

export const listedUser = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  emailConfirmed: z.boolean(),
  signedUpAt: z.iso.datetime(),
  banned: z.boolean(),
  /** `banReason`, `bannedBy` and `bannedAt` are null unless the user is banned. */
  banReason: z.string().nullable(),
  bannedBy: z.string().nullable(),
  bannedAt: z.iso.datetime().nullable(),
})

/** Number and total of the paid orders that were not refunded. */
const paidTotals = { paidOrders: z.int(), paidCents: z.int() }

export const userWithPaidOrders = listedUser.extend(paidTotals)

/** A role change or ban. `by`: the admin; null if a server command made the change. */
export const personChange = z.object({
  kind: z.enum(['made_admin', 'made_customer', 'banned', 'unbanned']),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  reason: z.string().nullable(),
})

export const person = z.object({
  user: listedUser,
  /** The profile without `photoURL`: browsers of staff must not load URLs that a customer chose. */
  profile: profile.omit({ photoURL: true }),
  emailConfirmed: z.boolean(),
  signedUpAt: z.iso.datetime(),
  /** Set if staff have lifted the limits on unpaid orders. `by`: an email. */
  trusted: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  /** True if the user has paid an order that was not refunded. The limits on value and stock then do not apply. */
  hasPaid: z.boolean(),
  ...paidTotals,
  lastPaidAt: z.iso.datetime().nullable(),
  unpaidOrders: z.int(),
  /** Pieces and total of the unpaid orders. */
  unpaidQuantity: z.int(),
  unpaidCents: z.int(),
  changes: z.array(personChange),
})

export const idOrEmail = z.union([id, email], 'Enter a user ID or an email address.')

/** A change of the role of the user with this `email`. `by`: the admin; null for a server command. */
export const roleChange = z.object({
  email: z.string(),
  role,
  by: z.string().nullable(),
  at: z.iso.datetime(),
})

export type RoleChange = z.infer<typeof roleChange>
export type Profile = z.infer<typeof profile>
export type ProfileUpdate = z.infer<typeof profileUpdate>
export type UsersFilter = z.infer<typeof usersFilter>
export type ListedUser = z.infer<typeof listedUser>
export type UserWithPaidOrders = z.infer<typeof userWithPaidOrders>
export type PersonDetails = z.infer<typeof person>
export type PersonChange = z.infer<typeof personChange>
export type Role = z.infer<typeof role>
