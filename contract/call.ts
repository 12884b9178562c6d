import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: everybody; whoever holds an access token; an admin; or, of the one call that
 * exchanges or updates, the holder of a session cookie or of a token.
 */
export type Access = 'public' | 'user' | 'admin' | 'session'

/**
 * A file as it is: any content type is taken, and what it is, its bytes say. `types` are told to those
 * who read the document; `limit` is in bytes.
 */
export interface FileBody {
  types: readonly string[]
  limit: number
  tooLarge: RefusalCode
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  /** The noun it is about: a folder of the server, a chapter of the document. */
  about:
    | 'parts'
    | 'photos'
    | 'imports'
    | 'reviews'
    | 'users'
    | 'identity'
    | 'orders'
    | 'payments'
    | 'invoices'
    | 'overview'
    | 'palette'
  summary: string
  params?: z.ZodType
  querystring?: z.ZodType
  body?: z.ZodType
  /** A file as the body, instead of JSON. */
  file?: FileBody
  /** The answer when it goes well, and its status: 200, or 201 where something was created. */
  answer: z.ZodType
  status?: 201
  /** Of an answer that is no JSON: its media type. */
  answerType?: string
  refusals: readonly RefusalCode[]
}
