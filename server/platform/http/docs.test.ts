import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { calls } from '@freehub/contract/calls'
import { describeRefusal, type RefusalCode } from '@freehub/contract/refusals'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document has no type
const document: any = (await shop.call('GET', '/api/openapi.json')).body
afterAll(() => shop.close())

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs `redocly lint` with the rules of redocly.yaml; its report is JSON. */
function lint(file: string) {
  const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
  const args = [program, 'lint', '--format=json', '--config=redocly.yaml', file]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return promisify(execFile)(process.execPath, args, {
    cwd: root,
    env,
    maxBuffer: 64 * 1024 * 1024,
  })
}

/** Routes that are not calls, listed so that no other route bypasses the contract. */
const otherRoutes = [
  'POST /api/webhooks/stripe',
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /drawings/:file',
  'GET /drawings/house/:file',
  'GET /drawings/wheels/:file',
  'GET /photos/:id/:file',
  'GET /pictures/:file',
  'GET /favicon.ico',
  'GET /apple-touch-icon.png',
  'GET /icon-192.png',
  'GET /icon-512.png',
  'GET /icon-maskable-512.png',
  'GET /manifest.webmanifest',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemaps/:file',
]

const contractRoutes = Object.values(calls).map(({ method, path }) => `${method} ${path}`)

test('registers only routes of the contract, or listed exceptions', () => {
  const known = new Set([...contractRoutes, ...otherRoutes])
  const unknown = routesOf(shop).filter(
    (route) => !known.has(route) && !/ \/api\/(docs|auth)(\/|$)/.test(route),
  )
  expect(unknown).toEqual([])
})

test('registers a route for every call of the contract', () => {
  const routes = routesOf(shop)
  expect(contractRoutes.filter((call) => !routes.includes(call))).toEqual([])
})

/** Lists routes such as `GET /parts/:id`, parsed from the printed router. HEAD is omitted. */
function routesOf({ app }: TestShop): string[] {
  const depth = (line: string) => line.search(/[^\s│├└─]/) / 4
  const path: string[] = []
  const routes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, text, methods] = /^[\s│├└─]*(\S*) ?(?:\(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (text === undefined || line.trim() === '') continue
    path.length = depth(line) - 1
    path.push(text)
    for (const method of methods?.split(', ') ?? [])
      if (method !== 'HEAD') routes.push(`${method} ${path.join('')}`)
  }
  return routes
}

describe('the OpenAPI document', () => {
  test('has version 3.1, a title and a server', () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: 'Freehub' })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  test('declares the paging headers and the Idempotency-Key', () => {
    const { get, post } = document.paths['/parts']
    expect(Object.keys(get.responses[200].headers)).toEqual(
      expect.arrayContaining(['Link', 'X-Total-Count', 'X-Searched-For']),
    )
    const managed = document.paths['/api/managed-parts'].get.responses[200].headers
    expect(managed).toHaveProperty('X-Searched-For')
    expect(managed).not.toHaveProperty('X-Search-Relaxed')
    expect(get.responses[503].headers).toHaveProperty('Retry-After')
    expect(post.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false }),
    )
  })

  test.each(['/reviews', '/api/parts/{id}/edits', '/api/imports', '/api/imports/{id}/rows'])(
    'declares Link for %s, and no X-Total-Count, because this call does not send it',
    (path) => {
      const { headers } = document.paths[path].get.responses[200]
      expect(headers).toHaveProperty('Link')
      expect(headers).not.toHaveProperty('X-Total-Count')
    },
  )

  test('passes the Redocly lint without errors or warnings', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'freehub-openapi-')), 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    const { stdout } = await lint(file).catch((failed) => failed)
    expect(JSON.parse(stdout).problems).toEqual([])
  }, 180_000)

  test('contains exactly the calls of the contract', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    expect(documented.filter((call) => !call.startsWith('HEAD ')).sort()).toEqual(
      [...contractRoutes].sort(),
    )
  })

  test.each(Object.entries(calls).map(([name, call]) => ({ name, call })))(
    'describes $name with a summary, its response, and each status',
    ({ name, call }) => {
      const refused: readonly RefusalCode[] = 'refusals' in call ? call.refusals : []
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      const operation = document.paths[path][call.method.toLowerCase()]
      expect(operation.summary).toBe(call.summary)
      expect(operation.operationId).toBe(name)
      const success = 'status' in call ? call.status : 200
      const statuses = refused.map((code) => describeRefusal(code).status)
      const guard = call.access === 'public' ? [] : [401, 403]
      const body = call.method === 'GET' ? [] : [408, 413, 415]
      const cached = call.access === 'public' && call.method === 'GET' ? [304] : []
      const all = [success, 400, 500, 503, ...statuses, ...guard, ...body, ...cached]
      const expected = new Set(all.map(String))
      expect(new Set(Object.keys(operation.responses))).toEqual(expected)
      const type = 'responseType' in call ? call.responseType : 'application/json'
      expect(operation.responses[success].content[type].schema).toBeTypeOf('object')
      for (const code of refused) {
        const response = operation.responses[describeRefusal(code).status]
        expect(response.description).toContain(code)
        expect(response.content['application/problem+json'].schema).toBeTypeOf('object')
      }
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const codes = operation.responses[400].content['application/problem+json'].schema.allOf
      expect(codes[1].properties.code.enum).toContain('input_invalid')
      const inPath = (operation.parameters ?? []).filter((one: { in: string }) => one.in === 'path')
      expect(inPath.map((one: { name: string }) => one.name)).toEqual(named)
      expect('requestBody' in operation).toBe('body' in call || 'file' in call)
    },
  )

  test('has a target for each reference', () => {
    const pointers = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, pointer] of pointers) {
      const target = pointer?.split('/').reduce((at, name) => at?.[name], document)
      expect(target).toBeDefined()
    }
  })
})

test('sends the OpenAPI document compressed, and 304 if the ETag matches', async () => {
  const url = `${shop.url}/api/openapi.json`
  const first = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  const etag = String(first.headers.get('etag'))
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test.each(['json', 'yaml'])(
  'redirects the library’s %s document to the OpenAPI document',
  async (kind) => {
    const response = await fetch(`${shop.url}/api/docs/${kind}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/api/openapi.json')
  },
)

test('shows the OpenAPI document as a page', async () => {
  const page = await shop.call('GET', '/api/docs/')
  expect(page.status).toBe(200)
  expect(page.body).toContain('swagger-ui')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'self';/)
  expect(policy).not.toContain('upgrade-insecure-requests')
})

test('sends a problem for an unknown path', async () => {
  const { status, body } = await shop.call('GET', '/api/nothing')
  expect([status, body.code]).toEqual([404, 'route_missing'])
})
