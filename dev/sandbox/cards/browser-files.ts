import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostnameOf, isLoopback } from '../loopback.ts'

const folder = join(import.meta.dirname, 'browser')

/** The script's pieces, each after what it needs. */
const scriptPieces = [
  ...['mistakes', 'listeners', 'frame', 'api', 'challenge'],
  ...['card-element', 'elements', 'payments', 'stripe'],
]

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves the script that shops load, and the pages inside its frames. */
export function registerBrowserFiles(app: FastifyInstance) {
  const script = joinScript()
  for (const path of ['/cards/stripe.js', '/v3', '/v3/', '/endive/stripe.js']) {
    app.get(path, (_request, reply) =>
      asFile(reply, '.js').header('cross-origin-resource-policy', 'cross-origin').send(script),
    )
  }
  for (const name of readdirSync(join(folder, 'frames'))) {
    const kind = extname(name)
    const text = readFileSync(join(folder, 'frames', name), 'utf8')
    if (kind === '.html') {
      app.get(`/cards/${name.replace('.html', '')}`, (request, reply) =>
        asFrame(request, reply).send(text),
      )
    } else {
      app.get(`/cards/browser/${name}`, (_request, reply) => asFile(reply, kind).send(text))
    }
  }
}

/** One classic script out of modules: shops load a single address, as their policies allow. */
function joinScript(): string {
  const pieces = scriptPieces.map((name) =>
    readFileSync(join(folder, 'stripe-js', `${name}.js`), 'utf8')
      .replace(/^import [^'"]*['"][^'"]+['"]\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${pieces.join('\n')}})()\n`
}

function asFile(reply: FastifyReply, kind: string) {
  return reply
    .type(types[kind] ?? 'application/octet-stream')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
}

function asFrame(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'${ancestors(request)}`,
    )
}

/** Pages of this machine alone. A policy cannot name an IPv6 address: there the script checks. */
function ancestors({ headers }: FastifyRequest) {
  const page = URL.parse(headers.referer ?? '')
  const host = page && hostnameOf(page.host)
  if (host === '::1') return ''
  const own = host && isLoopback(host) ? ` ${page.origin}` : ''
  return `; frame-ancestors http://localhost:* http://127.0.0.1:* http://*.localhost:*${own}`
}
