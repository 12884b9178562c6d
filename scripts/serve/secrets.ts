import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../../server/config.ts'

/** Minimum length that the shop requires of AUTH_SECRET. */
const MIN_LENGTH = 32

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

/**
 * Reads the sandbox's secrets from `dataDir`. Creates missing secrets in a file that only its owner
 * can read.
 */
export async function readOrCreateSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const stored = await readSecretsFile(file)
  const secrets = { ...createSecrets(), ...parseSecrets(stored, file) }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  if (text !== stored) {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return secrets
}

/**
 * Returns the file's text, or `{}` if it does not exist. Makes the file private first, because a
 * copy may be readable by other users.
 */
async function readSecretsFile(file: string): Promise<string> {
  try {
    await chmod(file, 0o600)
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return '{}'
    throw new ConfigError(`${file} is not readable (${code}): change its owner to this user.`)
  }
}

function createSecrets(): Secrets {
  const secrets = Object.entries(PREFIXES).map(([name, prefix]) => [name, prefix + randomHex()])
  return Object.fromEntries(secrets)
}

function randomHex(): string {
  return randomBytes(24).toString('hex')
}

function parseSecrets(text: string, file: string): Partial<Secrets> {
  const stored = parseJson(text)
  if (isSecrets(stored)) return stored
  throw new ConfigError(`${file} is damaged: delete it to create new secrets.`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True if the stored secrets have the right prefix and length. Some may be missing. */
function isSecrets(stored: unknown): stored is Partial<Secrets> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return false
  return Object.entries(PREFIXES).every(([name, prefix]) => {
    const value = (stored as Record<string, unknown>)[name]
    if (value === undefined) return true
    return typeof value === 'string' && value.startsWith(prefix) && value.length >= MIN_LENGTH
  })
}
