import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInClient } from '../settings.ts'
import { injectFault, type SignInFaults } from '../sign-in/faults.ts'
import { acceptForms } from '../sign-in/forms.ts'
import { challengeOf, type Grants } from './grants.ts'
import { oauthErrors } from './oauth-errors.ts'

type Exchange = { client: SignInClient; grants: Grants; faults: SignInFaults }

/** Exchanges a code for a token. Errors have status 200, as at GitHub. */
export async function registerToken(app: FastifyInstance, { client, grants, faults }: Exchange) {
  acceptForms(app)

  app.post('/access_token', { preHandler: injectFault(faults, 'failToken') }, (request, reply) =>
    send(request, reply, exchange((request.body ?? {}) as Record<string, string | undefined>)),
  )

  function exchange(params: Record<string, string | undefined>): Record<string, string> {
    if (params.client_id !== client.clientId || params.client_secret !== client.clientSecret) {
      return oauthErrors.badClient
    }
    const grant = grants.consumeCode(params.code ?? '')
    if (!grant) return oauthErrors.badCode
    if (params.redirect_uri !== undefined && params.redirect_uri !== grant.redirectUri) {
      return oauthErrors.tokenRedirectMismatch
    }
    if (grant.challenge !== null && grant.challenge !== challengeOf(String(params.code_verifier))) {
      return oauthErrors.badCode
    }
    return {
      access_token: grants.issueToken(grant),
      scope: grant.scopes.join(','),
      token_type: 'bearer',
    }
  }
}

/** Sends a form-encoded body unless the client accepts JSON. */
function send(request: FastifyRequest, reply: FastifyReply, body: Record<string, string>) {
  if (request.headers.accept?.includes('application/json')) return reply.send(body)
  return reply
    .type('application/x-www-form-urlencoded; charset=utf-8')
    .send(new URLSearchParams(body).toString())
}
