import type { z } from 'zod'
import type * as schemas from './user-schemas.ts'

export type Profile = z.infer<typeof schemas.profile>
export type ProfileUpdate = z.infer<typeof schemas.profileUpdate>
export type ListedUser = z.infer<typeof schemas.listedUser>
export type PersonDetails = z.infer<typeof schemas.person>
export type PersonChange = z.infer<typeof schemas.personChange>
export type Role = z.infer<typeof schemas.role>
