import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Call } from '@freehub/contract/call'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type CachedResponse, jsonResponse, sendCachedResponse } from '../cache/cached-response.ts'
import { type Document, describeCalls } from './describe-calls.ts'
import { UNLISTED_WITHOUT_SHEDDING } from './route.ts'

const DOCUMENT_PATH = '/api/openapi.json'

const DESCRIPTION = `The API of the shop. Errors are RFC 9457 problems with a stable \`code\`. A repeated request with
the same Idempotency-Key returns the result of the first one.`

/** Paths at which the library would generate the OpenAPI document for each request. */
const GENERATED_BY_LIBRARY = /^\/api\/docs\/(json|yaml)$/

interface Options {
  /** The logo as SVG. */
  logo: string
  /** Undefined: the OpenAPI document refers to the server that it comes from. */
  publicUrl: string | undefined
  sessionCookie: string
}

/** Serves the OpenAPI 3.1 document of the contract, and a page that shows it. */
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
    // Chromium would upgrade the redirected request for the document to HTTPS, even on a loopback host.
    transformStaticCSP: (policy) => policy.replace(' upgrade-insecure-requests;', ''),
    uiHooks: {
      onRequest(request, reply, done) {
        if (GENERATED_BY_LIBRARY.test(request.routeOptions.url ?? '')) reply.redirect(DOCUMENT_PATH)
        else done()
      },
    },
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/' },
    theme: { title: 'Freehub API' },
  })
  const registered = new Set<Call>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.call) registered.add(config.call)
  })
  // The document is half a megabyte. It is built at the first request, when all routes are registered.
  let document: Promise<CachedResponse> | undefined
  app.get(DOCUMENT_PATH, UNLISTED_WITHOUT_SHEDDING, (request, reply) => {
    document ??= jsonResponse(describeCalls(app.swagger() as Document, registered))
    return sendCachedResponse(request, reply, document)
  })
}
