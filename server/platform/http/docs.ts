import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Call } from '@freehub/contract/call'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type KeptAnswer, keptJson, sendKept } from '../cache/kept-answers.ts'
import { type Document, describeCalls } from './describe-calls.ts'

const DOCUMENT = '/api/openapi.json'

const DESCRIPTION = `The calls of the shop. A refusal is an RFC 9457 problem with a stable \`code\`. A call with an
Idempotency-Key parameter answers a repeat with the same key as it answered the first time.`

/** Where the page's library would make the document by itself, anew for each who asks. */
const MADE_ANEW = /^\/api\/docs\/(json|yaml)$/

interface Options {
  /** An SVG for the page. */
  logo: string
  /** Undefined: the document names the server that it comes from. */
  publicUrl: string | undefined
  /** The name of the session's cookie. */
  sessionCookie: string
}

/** Serves the OpenAPI 3.1 document that the contract makes, and a page to read it. */
export async function serveDocs(app: FastifyInstance, { logo, publicUrl, sessionCookie }: Options) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Freehub',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'From PUT /user/{email}.' },
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        },
      },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      onRequest(request, reply, done) {
        if (MADE_ANEW.test(request.routeOptions.url ?? '')) reply.redirect(DOCUMENT)
        else done()
      },
    },
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/' },
    theme: { title: 'Freehub: the calls' },
  })
  const registered = new Set<Call>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.call) registered.add(config.call)
  })
  // Half a megabyte, made once, when all routes are registered.
  let document: Promise<KeptAnswer> | undefined
  app.get(DOCUMENT, { schema: { hide: true }, config: { fromMemory: true } }, (request, reply) => {
    document ??= keptJson(describeCalls(app.swagger() as Document, registered))
    return sendKept(request, reply, document)
  })
}
