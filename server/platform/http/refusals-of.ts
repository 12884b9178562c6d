import type { Call } from '@freehub/contract/call'
import type { RefusalCode } from '@freehub/contract/refusals'

/** Refusals of every call: it validates its URL, and needs the database and a process without overload. */
const EVERY_CALL: readonly RefusalCode[] = [
  'input_invalid',
  'internal',
  'overloaded',
  'database_unavailable',
]

const BY_ACCESS: Record<Call['access'], readonly RefusalCode[]> = {
  public: [],
  user: ['token_missing', 'token_invalid', 'user_banned'],
  admin: ['token_missing', 'token_invalid', 'user_banned', 'role_insufficient'],
  session: ['token_missing', 'token_invalid', 'user_banned'],
}

/** Returns all refusals of a call: those of its contract, and those of all calls of its kind. */
export function refusalsOf(call: Call): RefusalCode[] {
  const codes = [
    ...EVERY_CALL,
    ...BY_ACCESS[call.access],
    ...bodyRefusals(call),
    ...(call.refusals ?? []),
  ]
  return [...new Set(codes)]
}

/**
 * A call without a body in the contract still parses one, to refuse its fields. A call with a file accepts any
 * content type, but refuses a malformed header.
 */
function bodyRefusals({ method, file }: Call): readonly RefusalCode[] {
  if (method === 'GET') return []
  return [file?.tooLargeCode ?? 'body_too_large', 'media_type_unsupported']
}
