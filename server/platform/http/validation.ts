import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

/** The query of calls without parameters. */
export const noFields = z.strictObject({})

type Compile = typeof validatorCompiler

/** Compiles a schema of a route. An empty query of a call without parameters, the usual case, needs no validation. */
export const compileValidator: Compile = (route) => {
  const validate = validatorCompiler(route)
  if ((route.schema as unknown) !== noFields) return validate
  return (query: object) => (isEmpty(query) ? { value: query } : validate(query))
}

function isEmpty(query: object): boolean {
  for (const _ in query) return false
  return true
}
