import type { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from './config.ts'
import {
  answerErrorsAsProblems,
  refuseBadAddress,
  refuseUnknownEarly,
} from './platform/http/problems.ts'
import { onRequestEnd } from './platform/http/request-end.ts'
import { answerRequestIds, requestIdMaker } from './platform/http/request-id.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { endSlowBodies } from './platform/http/slow-bodies.ts'
import { amongProxies } from './platform/http/trusted-proxies.ts'
import { requestLogger } from './platform/logging/log-request.ts'
import { loggerOptions } from './platform/logging/logger.ts'
import { measureRequest } from './platform/metrics/measure-request.ts'

/** Of JSON bodies. Files are streamed, and webhooks have a limit of their own. */
const BODY_LIMIT_BYTES = 64 * 1024
/** So often connections are looked at whether they take too long. */
const CHECK_CONNECTIONS_EVERY_MS = 5_000
/** An e-mail in a path, each of its signs percent-encoded. */
const PARAMETER_LENGTH = 3 * 254

/**
 * A server with what holds for every request: its time, its id, its line in the log, its headers, and how
 * it is told what went wrong. With it the traces, where a collector is named.
 */
export async function openServer(config: Config, logStream?: Writable) {
  const { limits } = config
  const tracing = config.tracesUrl ? await import('./platform/tracing/tracing.ts') : undefined
  const isProxy = amongProxies(config.trustedProxies)
  const app = Fastify({
    logger: loggerOptions(config, { stream: logStream, fields: tracing?.tracedFields }),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: Math.max(limits.fileMs, limits.headersMs),
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(CHECK_CONNECTIONS_EVERY_MS, limits.headersMs),
    },
    // Longer than whatever a call may wait for, so that it ends only who is gone.
    connectionTimeout: limits.bodyMs + 2 * limits.database.statementMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    genReqId: requestIdMaker(isProxy),
    frameworkErrors: refuseBadAddress(config),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrorsAsProblems(app)
  const traces = tracing?.openTracing(config.tracesUrl as string, limits.traces, app.log)
  traces?.traceRequests(app, isProxy)
  answerRequestIds(app)
  onRequestEnd(app, [
    requestLogger(app.log),
    ...(config.metrics ? [measureRequest] : []),
    ...(traces ? [traces.endSpan] : []),
  ])
  addSecurityHeaders(app, config)
  refuseUnknownEarly(app)
  endSlowBodies(app, { afterMs: limits.bodyMs })
  return { app, traces }
}
