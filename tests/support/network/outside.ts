import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../../dev/sandbox/start-sandbox.ts'
import { githubAt, googleAt, textsAt } from '../../../scripts/serve/sandbox-settings.ts'
import { testSettings } from '../shop/settings.ts'

const TEXT_SECRET = 'a-secret-of-the-tests'

/** The stand-ins of every provider, with books of their own, and the settings that lead a shop to them. */
export async function startOutside(shopUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'freehub-test-'))
  const google = signInClient(shopUrl, 'google')
  const github = signInClient(shopUrl, 'github')
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    stripeSecretKey: testSettings.STRIPE_SECRET_KEY,
    stripePublishableKey: testSettings.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: testSettings.STRIPE_WEBHOOK_SECRET,
    stripeWebhookUrl: `${shopUrl}/api/webhooks/stripe`,
    textSecret: TEXT_SECRET,
    google,
    github,
  })
  return {
    sandbox,
    settings: {
      STRIPE_API_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
      ...textsAt(sandbox.url, TEXT_SECRET),
      ...googleAt(sandbox.url, google.clientId, google.clientSecret),
      ...githubAt(sandbox.url, github.clientId, github.clientSecret),
    },
    async close() {
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function signInClient(shopUrl: string, provider: string) {
  return {
    clientId: `${provider}-client`,
    clientSecret: `${provider}-secret`,
    redirectUris: [`${shopUrl}/api/auth/callback/${provider}`],
  }
}
