import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { waitUntil } from '../support/wait-until.ts'
import { type Browser, WINDOW } from './browser-interface.ts'

interface Context {
  context: string
  url: string
  children?: Context[]
}

interface Reply {
  id?: number
  type: string
  result?: unknown
  error?: string
  message?: string
}

/**
 * Starts Firefox, which supports WebDriver BiDi over a WebSocket:
 * https://w3c.github.io/webdriver-bidi/
 */
export async function openFirefox(): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'freehub-firefox-'))
  const firefox = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  process.once('exit', () => firefox.kill())
  const exited = new Promise((resolve) => firefox.once('exit', resolve))
  const socket = new WebSocket(`${await readSocketUrl(firefox.stderr)}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox refused the connection.'))
  })
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message }: Reply = JSON.parse(data)
    const command = pending.get(id ?? -1)
    if (type === 'success') command?.resolve(result)
    else if (type === 'error') command?.reject(new Error(`${error}: ${message}`))
  }
  let commands = 0
  function send<R>(method: string, params: object): Promise<R> {
    const command = Promise.withResolvers<unknown>()
    commands++
    pending.set(commands, command)
    socket.send(JSON.stringify({ id: commands, method, params }))
    return command.promise as Promise<R>
  }

  await send('session.new', { capabilities: {} })
  const tree = await send<{ contexts: Context[] }>('browsingContext.getTree', {})
  const page = tree.contexts[0]?.context
  let context = page
  await send('browsingContext.setViewport', { context, viewport: WINDOW })

  const browser: Browser = {
    async navigate(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(pageFunction, argument) {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.callFunction', {
        functionDeclaration: `(text) => JSON.stringify((${pageFunction})(JSON.parse(text)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(argument) }],
        target: { context },
        awaitPromise: false,
      })
      if (!result?.value) throw new Error(exceptionDetails?.text)
      return JSON.parse(result.value)
    },
    async performActions(actions) {
      await send('input.performActions', { context, actions })
    },
    async enterFrame(title) {
      context = page
      if (title === null) return
      const url = await browser.evaluate(
        (name: string) => document.querySelector<HTMLIFrameElement>(`iframe[title="${name}"]`)?.src,
        title,
      )
      context = await waitUntil(`frame "${title}" is loaded`, async () => {
        const { contexts } = await send<{ contexts: Context[] }>('browsingContext.getTree', {
          root: page,
        })
        return contexts[0]?.children?.find((child) => child.url === url)?.context
      })
    },
    async close() {
      socket.close()
      firefox.kill()
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return browser
}

/** Reads the URL of Firefox's WebSocket from its standard error. */
async function readSocketUrl(stderr: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface({ input: stderr })) {
    lines.push(line)
    const url = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error(`Firefox did not start:\n${lines.join('\n')}`)
}
