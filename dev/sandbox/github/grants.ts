import { createHash, randomBytes } from 'node:crypto'
import type { GithubAccount } from './accounts.ts'

/** What a person granted the app on the page. */
export type Grant = {
  account: GithubAccount
  scopes: string[]
  redirectUri: string
  /** The SHA-256 of a verifier that only the asker knows, or null where there was none. */
  challenge: string | null
}

export type Token = { account: GithubAccount; scopes: string[] }

export type Grants = ReturnType<typeof openGrants>

const CODE_LASTS_MS = 10 * 60 * 1000
const MOST_KEPT = 2000

/** Codes and tokens given out, kept until the sandbox ends. */
export function openGrants() {
  const codes = new Map<string, Grant & { expiresAt: number }>()
  const tokens = new Map<string, Token>()

  return {
    giveCode(grant: Grant): string {
      const code = randomBytes(10).toString('hex')
      keep(codes, code, { ...grant, expiresAt: Date.now() + CODE_LASTS_MS })
      return code
    },
    /** A code counts once, whatever comes of it. */
    takeCode(code: string): Grant | undefined {
      const grant = codes.get(code)
      codes.delete(code)
      return grant && grant.expiresAt > Date.now() ? grant : undefined
    },
    giveToken(token: Token): string {
      const value = `gho_${randomBytes(18).toString('hex')}`
      keep(tokens, value, token)
      return value
    },
    findToken: (value: string) => tokens.get(value),
  }
}

/** Lets the oldest go when there are too many. */
function keep<Kept>(map: Map<string, Kept>, key: string, value: Kept) {
  map.set(key, value)
  for (const old of [...map.keys()].slice(0, -MOST_KEPT)) map.delete(old)
}

/** The challenge that a verifier answers (RFC 7636, S256). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}
