import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../start-sandbox.ts'
import { testSettings } from '../testing/fixture.ts'

let app: Awaited<ReturnType<typeof serveApp>>
let sandbox: Sandbox
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  app = await serveApp()
  const client = { clientId: 'app', clientSecret: 'secret', redirectUris: [`${app.url}/back`] }
  sandbox = await startSandbox(testSettings({ google: client, github: client }))
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
}, 30_000)

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 500, height: 600 } })
  complaints = []
  page.on('console', (message) => {
    const known = /status of 400/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !known) complaints.push(message.text())
  })
})

afterEach(async () => {
  await page.close()
  expect(complaints).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  await sandbox?.close()
  await app?.close()
})

const asking = {
  Google: '/google/o/oauth2/v2/auth?response_type=code&scope=openid',
  GitHub: '/github/login/oauth/authorize?scope=user:email',
}

/** Comes from the app's own site, as people do. */
async function ask(provider: keyof typeof asking) {
  const query = `&client_id=app&state=s&redirect_uri=${encodeURIComponent(`${app.url}/back`)}`
  await page.goto(`${app.url}/?${encodeURIComponent(sandbox.url + asking[provider] + query)}`)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: `Sign in with ${provider}` }).waitFor()
}

for (const provider of ['Google', 'GitHub'] as const) {
  test(`A person signs in with ${provider} at one press, and is back in the app`, async () => {
    await ask(provider)
    await page.getByRole('button', { name: 'Grace Porter' }).click()
    await page.waitForURL(/\/back\?.*code=/)
  })

  test(`A person cancels at ${provider}, whose whole page fits the window`, async () => {
    await ask(provider)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(600)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(/\/back\?.*error=access_denied/)
  })
}

test('A person signs in by the keyboard, with an account of their own', async () => {
  await ask('Google')
  await page.getByLabel('Email').focus()
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  await page.getByText('This is not an email address.').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.type('@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/back\?.*code=/)
})

/** An app on another site than the sandbox, with a link to whatever its query says. */
async function serveApp() {
  const server = createServer((request, response) => {
    const target = decodeURIComponent(request.url?.split('?')[1] ?? '').replaceAll('&', '&amp;')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<link rel="icon" href="data:,"><a href="${target}">Continue</a>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
