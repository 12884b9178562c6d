import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInClient } from '../settings.ts'
import { type SignInFaults, stumble } from '../sign-in/faults.ts'
import { acceptForms } from '../sign-in/forms.ts'
import { challengeOf, type Grants } from './grants.ts'
import { refusals } from './refusals.ts'

type Exchange = { client: SignInClient; grants: Grants; faults: SignInFaults }

/** Exchanges a code for a token. What is refused is refused with status 200, as GitHub does. */
export async function registerToken(app: FastifyInstance, { client, grants, faults }: Exchange) {
  acceptForms(app)

  app.post('/access_token', { preHandler: stumble(faults, 'failToken') }, (request, reply) =>
    send(request, reply, exchange((request.body ?? {}) as Record<string, string | undefined>)),
  )

  function exchange(sent: Record<string, string | undefined>): Record<string, string> {
    if (sent.client_id !== client.clientId || sent.client_secret !== client.clientSecret) {
      return refusals.wrongClient
    }
    const grant = grants.takeCode(sent.code ?? '')
    if (!grant) return refusals.wrongCode
    if (sent.redirect_uri !== undefined && sent.redirect_uri !== grant.redirectUri) {
      return refusals.otherRedirect
    }
    if (grant.challenge !== null && grant.challenge !== challengeOf(String(sent.code_verifier))) {
      return refusals.wrongCode
    }
    return {
      access_token: grants.giveToken(grant),
      scope: grant.scopes.join(','),
      token_type: 'bearer',
    }
  }
}

/** A form, unless JSON is asked for. */
function send(request: FastifyRequest, reply: FastifyReply, answer: Record<string, string>) {
  if (request.headers.accept?.includes('application/json')) return reply.send(answer)
  return reply
    .type('application/x-www-form-urlencoded; charset=utf-8')
    .send(new URLSearchParams(answer).toString())
}
