import { z } from 'zod'
import { type RefusalCode, refusals } from './refusals.ts'

/** RFC 9457, with the shop's stable `code` and, of a 400, `errors` by field; of a 500 the id under which the log has it. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]),
  detail: z.string().optional(),
  errors: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
})
