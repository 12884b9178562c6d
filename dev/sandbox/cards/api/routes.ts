import type { FastifyInstance } from 'fastify'
import { listEvents, listEventsParameters, retrieveEvent, retrieveParameters } from '../events.ts'
import { cancelIntent, cancelParameters } from '../payments/cancel-intent.ts'
import { answerChallenge, challengeParameters } from '../payments/challenges.ts'
import { listCharges, listChargesParameters, retrieveCharge } from '../payments/charges.ts'
import { confirmIntent, confirmParameters } from '../payments/confirm-intent.ts'
import { createIntent, createParameters } from '../payments/create-intent.ts'
import { createMethod, createMethodParameters } from '../payments/create-method.ts'
import {
  listIntents,
  listIntentsParameters,
  retrieveIntent,
  retrieveIntentParameters,
  searchIntents,
  searchIntentsParameters,
} from '../payments/read-intents.ts'
import {
  createRefund,
  createRefundParameters,
  listRefunds,
  listRefundsParameters,
  retrieveRefund,
} from '../payments/refunds.ts'
import { updateIntent, updateParameters } from '../payments/update-intent.ts'
import type { Operation } from './call.ts'
import { type Api, createCallHandler } from './handle-call.ts'
import type { ParameterSupport } from './parameters.ts'

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

  post('/payment_intents', createIntent, createParameters)
  get('/payment_intents', listIntents, listIntentsParameters)
  get('/payment_intents/search', searchIntents, searchIntentsParameters)
  get('/payment_intents/:id', retrieveIntent, retrieveIntentParameters, true)
  post('/payment_intents/:id', updateIntent, updateParameters)
  post('/payment_intents/:id/confirm', confirmIntent, confirmParameters, true)
  post('/payment_intents/:id/cancel', cancelIntent, cancelParameters)
  post('/payment_methods', createMethod, createMethodParameters, true)
  post('/3ds2/authenticate', answerChallenge, challengeParameters, true)
  get('/charges', listCharges, listChargesParameters)
  get('/charges/:id', retrieveCharge, retrieveParameters)
  post('/refunds', createRefund, createRefundParameters)
  get('/refunds', listRefunds, listRefundsParameters)
  get('/refunds/:id', retrieveRefund, retrieveParameters)
  get('/events', listEvents, listEventsParameters)
  get('/events/:id', retrieveEvent, retrieveParameters)

  app.options('/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'authorization, content-type, stripe-version')
      .header('access-control-max-age', '300')
      .send(),
  )

  function get(
    path: string,
    operation: Operation,
    parameters: ParameterSupport,
    allowPublishableKey = false,
  ) {
    app.get(path, createCallHandler(api, { operation, parameters, allowPublishableKey }))
  }

  function post(
    path: string,
    operation: Operation,
    parameters: ParameterSupport,
    allowPublishableKey = false,
  ) {
    app.post(path, createCallHandler(api, { operation, parameters, allowPublishableKey }))
  }
}
