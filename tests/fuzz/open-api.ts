/** The parts of a JSON schema that the generator reads. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: Schema
}

export interface Response {
  headers?: Record<string, object>
  content?: Record<string, { schema: Schema & { allOf?: Schema[] } }>
}

/** An operation of the OpenAPI document with its method and path. */
export interface ApiOperation {
  method: string
  path: string
  operationId: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}

export interface OpenApi {
  paths: Record<string, Record<string, ApiOperation>>
}

/** Lists all operations of the OpenAPI document. */
export function listOperations({ paths }: OpenApi): ApiOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters ?? [],
      method: method.toUpperCase(),
      path,
    })),
  )
}

/** True if the OpenAPI document allows only staff to call the operation. */
export function isForAdmins({ responses }: ApiOperation): boolean {
  const [, codeSchema] = responses[403]?.content?.['application/problem+json']?.schema.allOf ?? []
  return codeSchema?.properties?.code?.enum?.includes('role_insufficient') ?? false
}
