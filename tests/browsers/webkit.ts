import { spawn } from 'node:child_process'
import { waitUntil } from '../support/wait-until.ts'
import { type Browser, WINDOW } from './browser-interface.ts'

const DRIVER = 'http://127.0.0.1:4477'
const DISPLAY = ':77'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Starts WebKitGTK's MiniBrowser in a virtual display. Its driver speaks WebDriver over HTTP. */
export async function openWebKit(): Promise<Browser> {
  const display = spawn('Xvfb', [DISPLAY, '-screen', '0', '1440x1000x24'], { stdio: 'ignore' })
  const driver = spawn('WebKitWebDriver', ['--port=4477'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY },
  })
  process.once('exit', () => {
    driver.kill()
    display.kill()
  })
  await waitUntil('the driver listens', () =>
    fetch(`${DRIVER}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
      },
    },
  })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, WINDOW)

  return {
    async navigate(url) {
      await send('POST', `${session}/url`, { url })
    },
    async evaluate(pageFunction, argument) {
      const script = `return JSON.stringify((${pageFunction})(JSON.parse(arguments[0])) ?? null)`
      const args = [JSON.stringify(argument)]
      return JSON.parse(await send('POST', `${session}/execute/sync`, { script, args }))
    },
    async performActions(actions) {
      await send('POST', `${session}/actions`, { actions })
    },
    async enterFrame(title) {
      await send('POST', `${session}/frame`, { id: null })
      if (title === null) return
      const id = await send('POST', `${session}/element`, {
        using: 'css selector',
        value: `iframe[title="${title}"]`,
      })
      await send('POST', `${session}/frame`, { id })
    },
    async close() {
      await send('DELETE', session)
      driver.kill()
      display.kill()
    },
  }
}

/** Sends a command: https://www.w3.org/TR/webdriver2/#endpoints */
async function send<R>(method: string, path: string, body?: object): Promise<R> {
  const response = await fetch(DRIVER + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = (await response.json()) as { value: R & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
  return value
}
