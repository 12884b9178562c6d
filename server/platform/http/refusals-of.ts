import type { Call } from '@freehub/contract/call'
import type { RefusalCode } from '@freehub/contract/refusals'

/** Every call checks its address and its query, and needs a process that is not overloaded and a database. */
const OF_EVERY_CALL: readonly RefusalCode[] = [
  'input_invalid',
  'internal',
  'overloaded',
  'database_unavailable',
]

const OF_ACCESS: Record<Call['access'], readonly RefusalCode[]> = {
  public: [],
  user: ['token_missing', 'token_invalid', 'user_banned'],
  admin: ['token_missing', 'token_invalid', 'user_banned', 'role_insufficient'],
  session: ['token_missing', 'token_invalid', 'user_banned'],
}

/** Every refusal that a call can answer: those of its contract, and those of all calls of its kind. */
export function refusalsOf(call: Call): RefusalCode[] {
  const codes = [...OF_EVERY_CALL, ...OF_ACCESS[call.access], ...ofBody(call), ...call.refusals]
  return [...new Set(codes)]
}

/**
 * A call without a body in the contract parses one all the same, to refuse its fields. A call with a
 * file takes any content type, but refuses a header that is none.
 */
function ofBody({ method, file }: Call): readonly RefusalCode[] {
  if (method === 'GET') return []
  return [file?.tooLarge ?? 'body_too_large', 'media_type_unsupported']
}
