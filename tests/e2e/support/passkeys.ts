import type { Page } from '@playwright/test'

/** Adds a virtual authenticator that stores passkeys and approves all requests. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  // A reused page may still have the authenticator of an earlier test.
  await browser.send('WebAuthn.disable')
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Creates a passkey for the signed-in user, without the UI. The page must show the shop. */
export async function createPasskey(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const options = await fetch('/api/auth/passkey/generate-register-options')
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await options.json())
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const response = await fetch('/api/auth/passkey/verify-registration', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response: credential.toJSON(), name: 'Virtual passkey' }),
    })
    if (!response.ok) throw new Error(await response.text())
  })
}
