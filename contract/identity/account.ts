import type { z } from 'zod'
import type * as wire from './account-schemas.ts'

export type Account = z.infer<typeof wire.account>
export type SignedIn = z.infer<typeof wire.signedIn>
export type RoleChange = z.infer<typeof wire.roleChange>
