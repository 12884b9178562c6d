import { createHash, randomBytes } from 'node:crypto'
import type { GithubAccount } from './accounts.ts'

/** The user's consent for the app. */
export type Grant = {
  account: GithubAccount
  scopes: string[]
  redirectUri: string
  /** The PKCE code challenge, or null without PKCE. */
  challenge: string | null
}

export type Token = { account: GithubAccount; scopes: string[] }

export type Grants = ReturnType<typeof openGrants>

const CODE_TTL_MS = 10 * 60 * 1000
const MAX_ENTRIES = 2000

/** Stores issued codes and tokens in memory. */
export function openGrants() {
  const codes = new Map<string, Grant & { expiresAt: number }>()
  const tokens = new Map<string, Token>()

  return {
    issueCode(grant: Grant): string {
      const code = randomBytes(10).toString('hex')
      addBounded(codes, code, { ...grant, expiresAt: Date.now() + CODE_TTL_MS })
      return code
    },
    /** Each code can be used once, even if the exchange fails. */
    consumeCode(code: string): Grant | undefined {
      const grant = codes.get(code)
      codes.delete(code)
      return grant && grant.expiresAt > Date.now() ? grant : undefined
    },
    issueToken(token: Token): string {
      const value = `gho_${randomBytes(18).toString('hex')}`
      addBounded(tokens, value, token)
      return value
    },
    findToken: (value: string) => tokens.get(value),
  }
}

/** Removes the oldest entries above the limit. */
function addBounded<Value>(map: Map<string, Value>, key: string, value: Value) {
  map.set(key, value)
  for (const oldKey of [...map.keys()].slice(0, -MAX_ENTRIES)) map.delete(oldKey)
}

/** Computes the S256 code challenge of a verifier (RFC 7636). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
