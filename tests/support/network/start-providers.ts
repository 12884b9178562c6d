import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../../dev/sandbox/start-sandbox.ts'
import {
  githubSettings,
  googleSettings,
  smsSettings,
} from '../../../scripts/serve/sandbox-settings.ts'
import { testSettings } from '../shop/settings.ts'

const SMS_SECRET = 'a-secret-of-the-tests'

/** Starts a sandbox with its own data. Returns the sandbox with the settings that point a shop to it. */
export async function startProviders(shopUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'freehub-test-'))
  const google = buildOAuthClient(shopUrl, 'google')
  const github = buildOAuthClient(shopUrl, 'github')
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    stripeSecretKey: testSettings.STRIPE_SECRET_KEY,
    stripePublishableKey: testSettings.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: testSettings.STRIPE_WEBHOOK_SECRET,
    stripeWebhookUrl: `${shopUrl}/api/webhooks/stripe`,
    smsSecret: SMS_SECRET,
    google,
    github,
  })
  return {
    sandbox,
    settings: {
      STRIPE_API_URL: sandbox.url,
      SMTP_URL: sandbox.smtpUrl,
      ...smsSettings(sandbox.url, SMS_SECRET),
      ...googleSettings(sandbox.url, google.clientId, google.clientSecret),
      ...githubSettings(sandbox.url, github.clientId, github.clientSecret),
    },
    async close() {
      await sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function buildOAuthClient(shopUrl: string, provider: string) {
  return {
    clientId: `${provider}-client`,
    clientSecret: `${provider}-secret`,
    redirectUris: [`${shopUrl}/api/auth/callback/${provider}`],
  }
}
