import type { FastifyInstance } from 'fastify'

/** Reads `a=1&b=2` bodies into objects, as browsers and OAuth clients send them. */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
