import type { Page } from '@playwright/test'

/** A device that keeps passkeys, whose owner agrees to everything. */
export async function plugInPasskeys(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  // The page may be reused, with the device of an earlier test and its passkeys.
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

/** Makes a passkey for who is signed in in this browser, without the screens; a page of the shop is open. */
export async function makePasskey(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const options = await fetch('/api/auth/passkey/generate-register-options')
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await options.json())
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const kept = await fetch('/api/auth/passkey/verify-registration', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response: made.toJSON(), name: 'A virtual one' }),
    })
    if (!kept.ok) throw new Error(await kept.text())
  })
}
