import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** The credentials that a call accepts. `session`: a session cookie or an access token. */
export type Access = 'public' | 'user' | 'admin' | 'session'

/** A raw file as the request body. The server ignores its Content-Type and examines the content. */
export interface FileBody {
  mediaTypes: readonly string[]
  maxBytes: number
  tooLargeCode: RefusalCode
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  tag:
    | 'parts'
    | 'photos'
    | 'imports'
    | 'reviews'
    | 'users'
    | 'identity'
    | 'cart'
    | 'orders'
    | 'payments'
    | 'invoices'
    | 'overview'
    | 'palette'
    | 'order pad'
    | 'own numbers'
    | 'lists'
    | 'notes'
    | 'fitment'
  summary: string
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  file?: FileBody
  /** The size limit of the JSON body and its refusal. The default limit is 64 KiB. */
  largeBody?: { maxBytes: number; tooLargeCode: RefusalCode }
  /** The body of a successful response. Its status is 200 unless `status` is set. */
  response: z.ZodType
  status?: 201
  /** The media type of a response that is not JSON. */
  responseType?: string
  /** The refusals of this call, without those that every call has, such as `input_invalid`. */
  refusals?: readonly RefusalCode[]
  /** The event in the log line, for calls that change permissions or sessions. */
  securityEvent?: string
}

type Definition = Omit<Call, 'access' | 'tag' | 'method' | 'path'> & {
  route: `${Call['method']} /${string}`
}

/** Defines the calls with one tag and one kind of access. */
export function defineCalls<A extends Access, const Calls extends Record<string, Definition>>(
  access: A,
  tag: Call['tag'],
  calls: Calls,
) {
  const entries = Object.entries(calls).map(([name, { route, ...call }]) => {
    const [method, path] = route.split(' ')
    return [name, { ...call, method, path, access, tag }]
  })
  return Object.fromEntries(entries) as {
    [Name in keyof Calls]: Omit<Calls[Name], 'route'> & Omit<Call, keyof Definition> & { access: A }
  }
}
