import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as requestPlain, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../tests/support/network/ports.ts'
import { startTestShop, type TestShop } from '../../tests/support/shop/shop.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'
import { find, root, run } from './programs.ts'

const HOST = 'shop.example'
const MB = 1024 * 1024

interface Proxy {
  http: number
  https: number
  log(): Promise<string>
  end(): Promise<void>
}

let shop: TestShop
/** Answers what has come to it, and says what it is asked to. */
let echo: Server
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-proxies-'))
  shop = await startTestShop({
    pages: true,
    settings: { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' },
  })
  echo = createServer(async (asked, answer) => {
    let bytes = 0
    if (asked.url?.includes('hang=')) return void asked.socket.destroy()
    for await (const chunk of asked) bytes += chunk.length
    const status = Number(new URL(asked.url ?? '', 'http://echo').searchParams.get('status') ?? 200)
    const location = status === 302 && { location: '/?token=planted' }
    answer.writeHead(status, { 'retry-after': '7', 'cache-control': 'no-store', ...location })
    answer.end(JSON.stringify({ headers: asked.headers, bytes }))
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
})
afterAll(async () => {
  echo.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  ['nginx', startNginx],
  ['caddy', startCaddy],
] as const)('%s', (program, start) => {
  const isThere = find(program) !== undefined && find('openssl') !== undefined

  describe.skipIf(!isThere)('before a shop', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await start(Number(new URL(shop.url).port))
    })
    afterAll(() => proxy.end())

    test('brings the pages by TLS, with the shop’s own headers', async () => {
      const page = await ask(proxy.https, '/')
      expect(page.status).toBe(200)
      expect(page.body).toContain('<title>')
      expect(page.headers['strict-transport-security']).toMatch(/max-age/)
      expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/)
      expect(page.headers.etag).toBeDefined()
    })

    test('sends whoever comes without TLS to where it is', async () => {
      const { statusCode, headers } = await new Promise<import('node:http').IncomingMessage>(
        (resolve, reject) => {
          const options = { port: proxy.http, path: '/allParts?page=2', headers: { host: HOST } }
          requestPlain(options, resolve).on('error', reject).end()
        },
      )
      expect(statusCode).toBe(308)
      expect(headers.location).toBe(`https://${HOST}/allParts?page=2`)
    })

    test('hands on what is compressed, once', async () => {
      const page = await ask(proxy.https, '/', { headers: { 'accept-encoding': 'gzip' } })
      expect(page.headers['content-encoding']).toBe('gzip')
    })

    test('hands on who may not, as the shop says it', async () => {
      const orders = await ask(proxy.https, '/myOrders?client=a@b.example')
      expect(orders.status).toBe(401)
      expect(orders.headers['cache-control']).toMatch(/no-store/)
    })

    test('refuses more than the shop takes, with an answer', async () => {
      const large = await ask(proxy.https, '/booking', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.alloc(2 * MB, ' '),
      })
      // nginx sees the size, the shop before it who asks.
      expect([401, 413]).toContain(large.status)
    })
  })

  describe.skipIf(!isThere)('before whatever there is', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await start((echo.address() as AddressInfo).port)
    })
    afterAll(() => proxy.end())

    test('says who asks, whatever he says himself', async () => {
      const { body } = await ask(proxy.https, '/parts', {
        headers: {
          'x-forwarded-for': '6.6.6.6',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'http',
          'x-request-id': 'evil',
          forwarded: 'for=6.6.6.6',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        },
      })
      const { headers } = JSON.parse(body)
      expect(headers).toMatchObject({
        host: HOST,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': HOST,
        'x-forwarded-proto': 'https',
      })
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/)
      expect(headers.forwarded).toBeUndefined()
      expect(headers.traceparent).toBeUndefined()
    })

    test('tells its log neither who somebody is nor what he has in his mails', async () => {
      const headers = { referer: `https://${HOST}/confirm-email?token=planted` }
      for (const to of [
        '/api/auth/reset-password/planted?callbackURL=planted',
        '/user/planted%40planted.example?email=planted',
        '/user/admin/planted@planted.example',
        '/api/users/planted@planted.example/ban',
        '/parts?search=planted&status=302',
        // It is not answered: the log of errors has it.
        '/gone?hang=planted',
      ]) {
        await ask(proxy.https, to, { headers }).catch(() => {})
      }
      await ask(proxy.https, '/the-last')
      await waitUntil('all is told', async () => (await proxy.log()).includes('/the-last'))
      expect(await proxy.log()).toContain('/api/auth/reset-password/')
      expect(await proxy.log()).not.toContain('planted')
    })

    test('takes a list of products of the largest size', async () => {
      const { status, body } = await ask(proxy.https, '/api/imports', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: Buffer.alloc(99 * MB, 'a'),
      })
      expect(status).toBe(200)
      expect(JSON.parse(body).bytes).toBe(99 * MB)
    })

    test('hands on that the shop cannot now, and when to come again', async () => {
      const { status, headers } = await ask(proxy.https, '/parts?status=503')
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('7')
      // It goes on asking: 503 is the shop's word, not its end.
      expect((await ask(proxy.https, '/parts?status=200')).status).toBe(200)
    })

    test('keeps nothing', async () => {
      const first = await ask(proxy.https, '/parts')
      const second = await ask(proxy.https, '/parts')
      const idOf = ({ body }: { body: string }) => JSON.parse(body).headers['x-request-id']
      expect(idOf(first)).not.toBe(idOf(second))
    })
  })
})

async function startNginx(upstream: number): Promise<Proxy> {
  const ports = { http: await freePort(), https: await freePort() }
  const place = await mkdtemp(path.join(folder, 'nginx-'))
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...[
      '-days',
      '1',
      '-subj',
      `/CN=${HOST}`,
      '-keyout',
      `${place}/key.pem`,
      '-out',
      `${place}/cert.pem`,
    ],
  ])
  const site = (await readFile(path.join(root, 'deploy/nginx/freehub.conf'), 'utf8'))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${upstream} `)
    .replace(/ssl_certificate .*/, `ssl_certificate ${place}/cert.pem;`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${place}/key.pem;`)
    .replace(/access_log \S+/, `access_log ${place}/access.log`)
    .replace(/error_log \S+/, `error_log ${place}/error.log`)
  await writeFile(path.join(place, 'freehub.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    path.join(place, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1; daemon off; pid ${place}/pid; error_log stderr;
    events { worker_connections 256; }
    http { ${temporary.map((name) => `${name}_temp_path ${place}/${name};`).join(' ')}
      include ${place}/freehub.conf; }`,
  )
  const args = ['-e', 'stderr', '-p', place, '-c', `${place}/nginx.conf`]
  await run('nginx', ['-t', ...args])
  const logs = ['access.log', 'error.log'].map((name) => path.join(place, name))
  return started(spawn(find('nginx') ?? '', args), ports, logs)
}

async function startCaddy(upstream: number): Promise<Proxy> {
  const ports = { http: await freePort(), https: await freePort() }
  const place = await mkdtemp(path.join(folder, 'caddy-'))
  const given = await readFile(path.join(root, 'deploy/caddy/Caddyfile'), 'utf8')
  const file = path.join(place, 'Caddyfile')
  const options = `admin off
    default_bind 127.0.0.1
    http_port ${ports.http}
    https_port ${ports.https}
    skip_install_trust`
  await writeFile(
    file,
    given.replace(/^\{$/m, `{\n${options}`).replace(/^(\{\$SHOP_HOST.*\{)$/m, '$1\ntls internal'),
  )
  const env = {
    SHOP_HOST: HOST,
    SHOP_UPSTREAMS: `127.0.0.1:${upstream}`,
    HOME: place,
    XDG_DATA_HOME: place,
    XDG_CONFIG_HOME: place,
  }
  const args = ['--config', file, '--adapter', 'caddyfile']
  await run('caddy', ['validate', ...args], { env })
  const child = spawn(find('caddy') ?? '', ['run', ...args], { env: { ...process.env, ...env } })
  return started(child, ports)
}

async function started(
  child: ChildProcess,
  ports: { http: number; https: number },
  logs: string[] = [],
): Promise<Proxy> {
  const said: string[] = []
  child.stdout?.on('data', (chunk) => said.push(String(chunk)))
  child.stderr?.on('data', (chunk) => said.push(String(chunk)))
  await waitUntil('the proxy answers', () => {
    if (child.exitCode !== null) throw new Error(said.join(''))
    return ask(ports.https, '/healthz').then(Boolean, () => false)
  })
  return {
    ...ports,
    async log() {
      const written = await Promise.all(logs.map((file) => readFile(file, 'utf8')))
      return [...said, ...written].join('')
    },
    async end() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Asks by TLS, for the shop's name, at this machine. */
function ask(port: number, to: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<{
    status: number
    headers: Record<string, string | string[] | undefined>
    body: string
  }>((resolve, reject) => {
    const asked = request(
      {
        port,
        path: to,
        method,
        servername: HOST,
        rejectUnauthorized: false,
        headers: { host: HOST, ...(body && { 'content-length': body.length }), ...headers },
      },
      async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        })
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
