import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

const typeNames: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Messages for values of a wrong type, if the schema has no message. Zod's own messages are for programmers. */
z.config({
  customError({ code, input, expected }) {
    if (code !== 'invalid_type') return undefined
    return input === undefined ? 'Required' : `This must be ${typeNames[expected] ?? expected}.`
  },
})

/** The query of calls without parameters. */
export const noFields = z.strictObject({})

type Compile = typeof validatorCompiler

/** Compiles a schema of a route. An empty query of a call without parameters, the usual case, needs no validation. */
export const compileValidator: Compile = (route) => {
  if (route.httpPart === 'body') return compileBodyValidator(route)
  const validate = validatorCompiler(route)
  if ((route.schema as unknown) !== noFields) return validate
  return (query: object) => (isEmpty(query) ? { value: query } : validate(query))
}

function isEmpty(query: object): boolean {
  for (const _ in query) return false
  return true
}

/** Compiles the schema of a body at its first use, because compiling all schemas would delay the start. */
const compileBodyValidator: Compile = (route) => {
  let validate: ReturnType<Compile> | undefined
  return (body) => {
    validate ??= validatorCompiler({ ...route, schema: z.compile(route.schema) })
    return validate(body)
  }
}

/**
 * Compiles the schema of a response at its first use. Zod compiles only parsing, but `serializerCompiler` encodes. Both
 * give the same result, because responses have no transforms or defaults. Zod returns a schema unchanged if it cannot
 * compile it.
 */
export const compileSerializer: typeof serializerCompiler = (route) => {
  const serialize = serializerCompiler(route)
  const { schema } = route
  if (!(schema instanceof z.core.$ZodType)) return serialize
  let compiled: z.core.$ZodType | undefined
  return (data) => {
    compiled ??= z.compile(schema)
    if (compiled === schema) return serialize(data)
    const result = z.safeParse(compiled, data)
    return result.success ? JSON.stringify(result.data) : serialize(data)
  }
}
