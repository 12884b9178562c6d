import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../../server/config.ts'

/** What the shop's own check of AUTH_SECRET asks for. */
const LEAST_LENGTH = 32

/** What each begins with. */
const PREFIXES = {
  AUTH_SECRET: '',
  STRIPE_SECRET_KEY: 'sk_test_',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_',
  STRIPE_WEBHOOK_SECRET: 'whsec_',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-',
  GITHUB_CLIENT_SECRET: '',
  SMS_HOOK_SECRET: '',
}

export type Secrets = typeof PREFIXES

/** The sandbox's secrets: made at the first start, kept in `dataDir` for the owner's eyes alone. */
export async function sandboxSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const kept = await readKept(file)
  const secrets = { ...makeSecrets(), ...parse(kept, file) }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  if (text !== kept) {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return secrets
}

/** Also a file that has come from elsewhere, such as a copy, is for the owner's eyes from here on. */
async function readKept(file: string): Promise<string> {
  try {
    await chmod(file, 0o600)
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return '{}'
    throw new ConfigError(`${file} cannot be read (${code}): give it back to this user.`)
  }
}

function makeSecrets(): Secrets {
  const made = Object.entries(PREFIXES).map(([name, prefix]) => [name, `${prefix}${random()}`])
  return Object.fromEntries(made)
}

function random(): string {
  return randomBytes(24).toString('hex')
}

function parse(text: string, file: string): Partial<Secrets> {
  const kept = parsed(text)
  if (areSecrets(kept)) return kept
  throw new ConfigError(`${file} is damaged: remove it, and new secrets are made.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each that is there at all is long enough and of its kind: some may be missing. */
function areSecrets(kept: unknown): kept is Partial<Secrets> {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return false
  return Object.entries(PREFIXES).every(([name, prefix]) => {
    const value = (kept as Record<string, unknown>)[name]
    if (value === undefined) return true
    return typeof value === 'string' && value.startsWith(prefix) && value.length >= LEAST_LENGTH
  })
}
