import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type KeptAnswer, keptJson, sendKept } from './kept-answers.ts'

const DOCUMENT = '/api/openapi.json'

/** Where the page's library would make the document by itself, anew for each who asks. */
const MADE_ANEW = /^\/api\/docs\/(json|yaml)$/

/** The OpenAPI 3.1 document that the contract makes, and a page to read it under our logo, an SVG. */
export async function serveDocs(app: FastifyInstance, { logo }: { logo: string }) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Freehub',
        version: '1',
        description:
          'The calls of the shop. Refusals are RFC 9457 problems with a stable `code`. Calls that make something take an Idempotency-Key, where they say so.',
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'From PUT /user/{email}.' },
          session: { type: 'apiKey', in: 'cookie', name: 'freehub-session' },
        },
      },
    },
    transform: withFile,
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
  // Half a megabyte: made once, when all routes are there, and shared by all who ask.
  let document: Promise<KeptAnswer> | undefined
  app.get(DOCUMENT, { schema: { hide: true }, config: { fromMemory: true } }, (request, reply) => {
    document ??= keptJson(app.swagger())
    return sendKept(request, reply, document)
  })
}

/** A route as the document says it: a file as a body of its types. */
const withFile: typeof jsonSchemaTransform = (input) => {
  const said = jsonSchemaTransform(input)
  const { file } = input.route.config ?? {}
  if (!file) return said
  const schema = { type: 'string', format: 'binary' }
  const content = Object.fromEntries(file.types.map((type) => [type, { schema }]))
  return { ...said, schema: { ...said.schema, body: { content } } }
}
