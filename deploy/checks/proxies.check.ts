import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as requestPlain, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../tests/support/network/ports.ts'
import { startTestShop, type TestShop } from '../../tests/support/shop/shop.ts'
import { waitUntil } from '../../tests/support/wait-until.ts'
import { findProgram, root, runProgram } from './run-program.ts'

const HOST = 'shop.example'
const MB = 1024 * 1024

interface Proxy {
  http: number
  https: number
  log(): Promise<string>
  end(): Promise<void>
}

let shop: TestShop
/** Responds with the request's headers and body size. `status=` sets the status; `hang=` drops the connection. */
let echo: Server
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'freehub-proxies-'))
  shop = await startTestShop({
    pages: true,
    settings: { PUBLIC_URL: `https://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' },
  })
  echo = createServer(async (request, response) => {
    let bytes = 0
    if (request.url?.includes('hang=')) return void request.socket.destroy()
    for await (const chunk of request) bytes += chunk.length
    const url = new URL(request.url ?? '', 'http://echo')
    const status = Number(url.searchParams.get('status') ?? 200)
    const location = status === 302 && { location: '/?token=planted' }
    response.writeHead(status, { 'retry-after': '7', 'cache-control': 'no-store', ...location })
    response.end(JSON.stringify({ headers: request.headers, bytes }))
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
  const isInstalled = findProgram(program) !== undefined && findProgram('openssl') !== undefined

  describe.skipIf(!isInstalled)('a proxy in front of a shop', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await start(Number(new URL(shop.url).port))
    })
    afterAll(() => proxy.end())

    test('serves pages over TLS with the shop’s headers', async () => {
      const page = await send(proxy.https, '/')
      expect(page.status).toBe(200)
      expect(page.body).toContain('<title>')
      expect(page.headers['strict-transport-security']).toMatch(/max-age/)
      expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/)
      expect(page.headers.etag).toBeDefined()
    })

    test('redirects plain HTTP to HTTPS', async () => {
      const { statusCode, headers } = await new Promise<import('node:http').IncomingMessage>(
        (resolve, reject) => {
          const options = { port: proxy.http, path: '/allParts?page=2', headers: { host: HOST } }
          requestPlain(options, resolve).on('error', reject).end()
        },
      )
      expect(statusCode).toBe(308)
      expect(headers.location).toBe(`https://${HOST}/allParts?page=2`)
    })

    test('does not compress compressed responses again', async () => {
      const page = await send(proxy.https, '/', { headers: { 'accept-encoding': 'gzip' } })
      expect(page.headers['content-encoding']).toBe('gzip')
    })

    test('forwards a 401 of the shop', async () => {
      const orders = await send(proxy.https, '/myOrders?client=a@b.example')
      expect(orders.status).toBe(401)
      expect(orders.headers['cache-control']).toMatch(/no-store/)
    })

    test('refuses a call without a token and with a body of 2 MB', async () => {
      const large = await send(proxy.https, '/booking', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.alloc(2 * MB, ' '),
      })
      // nginx checks the size. Caddy forwards the request to the shop, which checks the token first.
      expect([401, 413]).toContain(large.status)
    })
  })

  describe.skipIf(!isInstalled)('a proxy in front of an echo server', () => {
    let proxy: Proxy
    beforeAll(async () => {
      proxy = await start((echo.address() as AddressInfo).port)
    })
    afterAll(() => proxy.end())

    test('replaces forwarding headers of the client', async () => {
      const { body } = await send(proxy.https, '/parts', {
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

    test('logs no email addresses, query strings or tokens', async () => {
      const headers = { referer: `https://${HOST}/confirm-email?token=planted` }
      for (const url of [
        '/api/auth/reset-password/planted?callbackURL=planted',
        '/user/planted%40planted.example?email=planted',
        '/user/admin/planted@planted.example',
        '/api/users/planted@planted.example/ban',
        '/parts?search=planted&status=302',
        // Gets no response, so it goes to the error log.
        '/gone?hang=planted',
      ]) {
        await send(proxy.https, url, { headers }).catch(() => {})
      }
      await send(proxy.https, '/last')
      await waitUntil('the log is complete', async () => (await proxy.log()).includes('/last'))
      expect(await proxy.log()).toContain('/api/auth/reset-password/')
      expect(await proxy.log()).not.toContain('planted')
    })

    test('accepts a product list of the maximum size', async () => {
      const { status, body } = await send(proxy.https, '/api/imports', {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: Buffer.alloc(99 * MB, 'a'),
      })
      expect(status).toBe(200)
      expect(JSON.parse(body).bytes).toBe(99 * MB)
    })

    test('forwards a 503 with Retry-After and keeps the server enabled', async () => {
      const { status, headers } = await send(proxy.https, '/parts?status=503')
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('7')
      expect((await send(proxy.https, '/parts?status=200')).status).toBe(200)
    })

    test('does not cache responses', async () => {
      const first = await send(proxy.https, '/parts')
      const second = await send(proxy.https, '/parts')
      const idOf = ({ body }: { body: string }) => JSON.parse(body).headers['x-request-id']
      expect(idOf(first)).not.toBe(idOf(second))
    })
  })
})

async function startNginx(upstream: number): Promise<Proxy> {
  const ports = { http: await findFreePort(), https: await findFreePort() }
  const configDir = await mkdtemp(path.join(folder, 'nginx-'))
  await runProgram('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-subj',
    `/CN=${HOST}`,
    '-keyout',
    `${configDir}/key.pem`,
    '-out',
    `${configDir}/cert.pem`,
  ])
  const site = (await readFile(path.join(root, 'deploy/nginx/freehub.conf'), 'utf8'))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${upstream} `)
    .replace(/ssl_certificate .*/, `ssl_certificate ${configDir}/cert.pem;`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${configDir}/key.pem;`)
    .replace(/access_log \S+/, `access_log ${configDir}/access.log`)
    .replace(/error_log \S+/, `error_log ${configDir}/error.log`)
  await writeFile(path.join(configDir, 'freehub.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    path.join(configDir, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1; daemon off; pid ${configDir}/pid; error_log stderr;
    events { worker_connections 256; }
    http { ${temporary.map((name) => `${name}_temp_path ${configDir}/${name};`).join(' ')}
      include ${configDir}/freehub.conf; }`,
  )
  const args = ['-e', 'stderr', '-p', configDir, '-c', `${configDir}/nginx.conf`]
  await runProgram('nginx', ['-t', ...args])
  const logs = ['access.log', 'error.log'].map((name) => path.join(configDir, name))
  return waitUntilReady(spawn(findProgram('nginx') ?? '', args), ports, logs)
}

async function startCaddy(upstream: number): Promise<Proxy> {
  const ports = { http: await findFreePort(), https: await findFreePort() }
  const configDir = await mkdtemp(path.join(folder, 'caddy-'))
  const caddyfile = await readFile(path.join(root, 'deploy/caddy/Caddyfile'), 'utf8')
  const file = path.join(configDir, 'Caddyfile')
  const options = `admin off
    default_bind 127.0.0.1
    http_port ${ports.http}
    https_port ${ports.https}
    skip_install_trust`
  await writeFile(
    file,
    caddyfile
      .replace(/^\{$/m, `{\n${options}`)
      .replace(/^(\{\$SHOP_HOST.*\{)$/m, '$1\ntls internal'),
  )
  const env = {
    SHOP_HOST: HOST,
    SHOP_UPSTREAMS: `127.0.0.1:${upstream}`,
    HOME: configDir,
    XDG_DATA_HOME: configDir,
    XDG_CONFIG_HOME: configDir,
  }
  const args = ['--config', file, '--adapter', 'caddyfile']
  await runProgram('caddy', ['validate', ...args], { env })
  const child = spawn(findProgram('caddy') ?? '', ['run', ...args], {
    env: { ...process.env, ...env },
  })
  return waitUntilReady(child, ports)
}

async function waitUntilReady(
  child: ChildProcess,
  ports: { http: number; https: number },
  logs: string[] = [],
): Promise<Proxy> {
  const output: string[] = []
  child.stdout?.on('data', (chunk) => output.push(String(chunk)))
  child.stderr?.on('data', (chunk) => output.push(String(chunk)))
  await waitUntil('the proxy responds', () => {
    if (child.exitCode !== null) throw new Error(output.join(''))
    return send(ports.https, '/healthz').then(Boolean, () => false)
  })
  return {
    ...ports,
    async log() {
      const files = await Promise.all(logs.map((file) => readFile(file, 'utf8')))
      return [...output, ...files].join('')
    },
    async end() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Sends an HTTPS request for the shop's host name to a port of this machine. */
function send(
  port: number,
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
) {
  return new Promise<{
    status: number
    headers: Record<string, string | string[] | undefined>
    body: string
  }>((resolve, reject) => {
    const sent = request(
      {
        port,
        path: url,
        method,
        servername: HOST,
        rejectUnauthorized: false,
        headers: { host: HOST, ...(body && { 'content-length': body.length }), ...headers },
      },
      (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then((body) => resolve({ status, headers, body }), reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
