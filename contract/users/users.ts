import type { z } from 'zod'
import type * as wire from './user-schemas.ts'

export type Profile = z.infer<typeof wire.profile>
export type ProfileUpdate = z.infer<typeof wire.profileUpdate>
export type ListedUser = z.infer<typeof wire.listedUser>
export type PersonSeen = z.infer<typeof wire.person>
export type PersonChange = z.infer<typeof wire.personChange>
export type Role = z.infer<typeof wire.role>
