import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostnameOf, isLoopback } from '../loopback.ts'

const folder = join(import.meta.dirname, 'browser')

/** The modules of the script, each after its dependencies. */
const scriptNames = [
  ...['errors', 'listeners', 'frame', 'api', 'challenge'],
  ...['card-element', 'elements', 'payments', 'stripe'],
]

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves the script that shops load and the pages inside its frames. */
export function registerBrowserFiles(app: FastifyInstance) {
  const script = joinScript()
  for (const path of ['/cards/stripe.js', '/v3', '/v3/', '/endive/stripe.js']) {
    app.get(path, (_request, reply) =>
      setFileHeaders(reply, '.js')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(script),
    )
  }
  for (const name of readdirSync(join(folder, 'frames'))) {
    const extension = extname(name)
    const text = readFileSync(join(folder, 'frames', name), 'utf8')
    if (extension === '.html') {
      app.get(`/cards/${name.replace('.html', '')}`, (request, reply) =>
        setFrameHeaders(request, reply).send(text),
      )
    } else {
      app.get(`/cards/browser/${name}`, (_request, reply) =>
        setFileHeaders(reply, extension).send(text),
      )
    }
  }
}

/** Joins the modules into one classic script, because the CSP of a shop allows only one URL. */
function joinScript(): string {
  const modules = scriptNames.map((name) =>
    readFileSync(join(folder, 'stripe-js', `${name}.js`), 'utf8')
      .replace(/^import [^'"]*['"][^'"]+['"]\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${modules.join('\n')}})()\n`
}

function setFileHeaders(reply: FastifyReply, extension: string) {
  return reply
    .type(mediaTypes[extension] ?? 'application/octet-stream')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
}

function setFrameHeaders(request: FastifyRequest, reply: FastifyReply) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'${frameAncestors(request)}`,
    )
}

/** Allows only pages on this machine. CSP cannot express IPv6 addresses, so channel.js checks those. */
function frameAncestors({ headers }: FastifyRequest) {
  const page = URL.parse(headers.referer ?? '')
  const host = page && hostnameOf(page.host)
  if (host === '::1') return ''
  const pageSource = host && isLoopback(host) ? ` ${page.origin}` : ''
  return `; frame-ancestors http://localhost:* http://127.0.0.1:* http://*.localhost:*${pageSource}`
}
