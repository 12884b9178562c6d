import { z } from 'zod'
import { identityEndpoints } from '../../../server/features/identity/endpoints.ts'

/** All endpoints that the shop offers under /api/auth, with made-up path parameters. */
export const offeredEndpoints = identityEndpoints.map(({ method, path, body }) => {
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  return {
    method,
    path: path.replace(':token', 'made-up'),
    fields,
    /** Returns the fields of `values` that the endpoint's body accepts. */
    pickBody: (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name))),
  }
})
