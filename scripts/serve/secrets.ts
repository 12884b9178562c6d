import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../../server/config.ts'

export type Secrets = {
  AUTH_SECRET: string
  STRIPE_SECRET_KEY: string
  STRIPE_PUBLISHABLE_KEY: string
  STRIPE_WEBHOOK_SECRET: string
}

/** The sandbox's secrets: made at the first start, kept in `dataDir` for the owner's eyes alone. */
export async function sandboxSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new ConfigError(`${file} cannot be read (${error.code}): give it back to this user.`)
  })
  const secrets = { ...makeSecrets(), ...parse(kept, file) }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  if (text !== kept) {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return secrets
}

function makeSecrets(): Secrets {
  return {
    AUTH_SECRET: random(),
    STRIPE_SECRET_KEY: `sk_test_${random()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${random()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${random()}`,
  }
}

function random(): string {
  return randomBytes(24).toString('hex')
}

function parse(text: string, file: string): Partial<Secrets> {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError(`${file} is damaged: remove it, and new secrets are made.`)
  }
}
