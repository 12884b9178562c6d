import { z } from 'zod'
import { HTTPS_ADDRESS_WANTED } from '../https-address.ts'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
} from '../limits.ts'
import { email, httpsUrl, page, text } from './fields.ts'

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

export const adminFlag = z.object({ admin: z.boolean() })

export const usersQuery = z.strictObject({
  size: page.size,
  after: page.after,
  search: text(200).optional(),
})

export const listedUser = z.object({
  _id: z.string(),
  email: z.string(),
  role,
  banned: z.boolean(),
  /** Why, for the staff; null of who is not banned. */
  banReason: z.string().nullable(),
})
