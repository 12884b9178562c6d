import { z } from 'zod'
import { refusalCodes } from './refusals.ts'

/** RFC 9457 problem details. A 400 has `errors` by field, a 500 the `requestId` of the log. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(refusalCodes()),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
})

export type Problem = z.infer<typeof problem>
