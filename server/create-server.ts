import type { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import type { Config } from './config.ts'
import { serveBeforeRouting } from './platform/cache/serve-before-routing.ts'
import { limitBodyTime } from './platform/http/body-timeout.ts'
import {
  createBadUrlHandler,
  refuseUnknownRoutesEarly,
  sendErrorsAsProblems,
} from './platform/http/problems.ts'
import { createProxyMatcher } from './platform/http/proxy-matcher.ts'
import { onRequestEnd } from './platform/http/request-end.ts'
import { createRequestIdGenerator, sendRequestIds } from './platform/http/request-id.ts'
import { acceptEmptyBody } from './platform/http/route.ts'
import { addSecurityHeaders, securityHeaders } from './platform/http/security-headers.ts'
import { compileSerializer, compileValidator } from './platform/http/validation.ts'
import { LazyLogger } from './platform/logging/lazy-logger.ts'
import {
  createRequestLogger,
  logEventsOfAbortedRequests,
  measureRequest,
} from './platform/logging/log-request.ts'
import { loggerOptions } from './platform/logging/logger.ts'
import { replaceUnparsableUrl } from './platform/pages/normalize-page-url.ts'

/** Maximum size of JSON bodies. Files are streamed, and webhooks have their own limit. */
const BODY_LIMIT_BYTES = 64 * 1024
/** Interval at which Node checks the timeouts of headers and requests. */
const CHECK_CONNECTIONS_EVERY_MS = 5_000
/** Maximum length of an email address in a path with every character percent-encoded. */
const MAX_PARAMETER_LENGTH = 3 * 254

/** Creates the HTTP server with the hooks, limits and error format of all requests. Starts tracing if it is on. */
export async function createServer(config: Config, logStream?: Writable) {
  const { limits } = config
  const tracing = config.tracesUrl ? await import('./platform/tracing/tracing.ts') : undefined
  const isProxy = createProxyMatcher(config.trustedProxies)
  const generateId = createRequestIdGenerator(isProxy)
  const app = Fastify({
    logger: loggerOptions(config, { stream: logStream, fields: tracing?.traceLogFields }),
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
    // Node ends a connection without activity after this time. Photo uploads set their own.
    connectionTimeout: limits.bodyMs + 2 * limits.database.statementMs,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    genReqId: generateId,
    childLoggerFactory: (logger, bindings, options) =>
      new LazyLogger(logger, () => logger.child(bindings, options)),
    frameworkErrors: createBadUrlHandler(config),
    rewriteUrl: replaceUnparsableUrl,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  acceptEmptyBody(app)
  sendErrorsAsProblems(app)
  const traces = tracing?.openTracing(config.tracesUrl as string, limits.traces, app.log)
  traces?.traceRequests(app, isProxy)
  sendRequestIds(app)
  const requestObserver = onRequestEnd(app, [
    createRequestLogger(app.log),
    ...(config.metrics ? [measureRequest] : []),
    ...(traces ? [traces.endSpan] : []),
  ])
  logEventsOfAbortedRequests(app, app.log)
  addSecurityHeaders(app, config)
  refuseUnknownRoutesEarly(app)
  // With tracing, Fastify routes every request, because a trace needs the context of a routed request.
  if (!traces)
    serveBeforeRouting(app, { headers: securityHeaders(config), generateId, requestObserver })
  limitBodyTime(app, { afterMs: limits.bodyMs })
  return { app, traces }
}
