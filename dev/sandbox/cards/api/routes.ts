import type { FastifyInstance } from 'fastify'
import { listCharges } from '../payments/charge-card.ts'
import { answerChallenge, confirmIntent } from '../payments/confirm-intent.ts'
import { createIntent, updateIntent } from '../payments/create-intent.ts'
import { cancelIntent, listIntents, retrieveIntent, searchIntents } from '../payments/intents.ts'
import { createRefund, listDisputes, listRefunds } from '../payments/refunds.ts'
import type { Operation } from './call.ts'
import { type Api, createCallHandler } from './handle-call.ts'

/** Registers the provider's REST API with its form encoding and error format. */
export async function registerApi(app: FastifyInstance, api: Api) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500
    const type = status < 500 ? 'invalid_request_error' : 'api_error'
    reply.code(status).send({ error: { type, message: error.message } })
  })
  app.setNotFoundHandler((request, reply) => {
    const endpoint = `${request.method}: ${request.url.split('?')[0]}`
    const message = `Unrecognized request URL (${endpoint}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
    reply.code(404).send({ error: { type: 'invalid_request_error', message } })
  })

  const page = 'limit starting_after'
  post(
    '/payment_intents',
    createIntent,
    'allowed_payment_method_types amount confirm currency description metadata payment_method',
  )
  get('/payment_intents', listIntents, page)
  get('/payment_intents/search', searchIntents, 'limit query')
  get('/payment_intents/:id', retrieveIntent, 'client_secret', true)
  post('/payment_intents/:id', updateIntent, 'amount currency metadata')
  post(
    '/payment_intents/:id/confirm',
    confirmIntent,
    'payment_method payment_method_data use_stripe_sdk',
    true,
  )
  post('/payment_intents/:id/cancel', cancelIntent, '')
  post('/3ds2/authenticate', answerChallenge, 'client_secret outcome source', true)
  get('/charges', listCharges, `${page} payment_intent`)
  post('/refunds', createRefund, 'amount payment_intent')
  get('/disputes', listDisputes, `${page} payment_intent`)
  get('/refunds', listRefunds, `${page} payment_intent`)

  app.options('/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
      .header('access-control-max-age', '300')
      .send(),
  )

  /** Registers an operation. `parameters` lists what the sandbox supports, besides `expand`. */
  function get(
    path: string,
    operation: Operation,
    parameters: string,
    allowPublishableKey = false,
  ) {
    app.get(path, createCallHandler(api, { operation, parameters, allowPublishableKey }))
  }

  function post(
    path: string,
    operation: Operation,
    parameters: string,
    allowPublishableKey = false,
  ) {
    app.post(path, createCallHandler(api, { operation, parameters, allowPublishableKey }))
  }
}
