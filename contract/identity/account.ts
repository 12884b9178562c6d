import type { z } from 'zod'
import type * as schemas from './account-schemas.ts'

export type Account = z.infer<typeof schemas.account>
export type ActiveSession = z.infer<typeof schemas.activeSession>
export type RoleChange = z.infer<typeof schemas.roleChange>
