import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxSettings } from '../settings.ts'
import { registerPictures } from '../sign-in/account-page.ts'
import { injectFault, noSignInFaults, registerFaults } from '../sign-in/faults.ts'
import { registerAccountPage } from './account-chooser-routes.ts'
import type { GoogleAccount } from './accounts.ts'
import { createProvider, generateSigningKey, type Provider } from './provider.ts'

/** Registers the replacement of Google: an OpenID provider under /google and its sign-in page. */
export async function registerGoogle(app: FastifyInstance, { google: client }: SandboxSettings) {
  const faults = noSignInFaults()
  const accounts = new Map<string, GoogleAccount>()
  const key = await generateSigningKey()
  let instance: Provider | undefined
  // The issuer contains the port, which is known only once the sandbox listens.
  const provider = () => {
    instance ??= createProvider(app.listeningOrigin, key, client, accounts)
    return instance
  }

  app.register((scope) => registerProvider(scope, provider, faults), { prefix: '/google' })
  app.register((scope) => registerAccountPage(scope, { provider, client, accounts }), {
    prefix: '/google/signin',
  })
  app.register(registerPictures, { prefix: '/google/pictures' })
  app.register((scope) => registerFaults(scope, faults), { prefix: '/sandbox/google' })
}

/** Forwards requests to the provider. Parses no bodies, because the provider reads the stream itself. */
async function registerProvider(
  app: FastifyInstance,
  provider: () => Provider,
  faults: ReturnType<typeof noSignInFaults>,
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.post('/token', { preHandler: injectFault(faults, 'failToken') }, forward)
  app.get('/oauth2/v3/certs', { preHandler: injectFault(faults, 'failProfile') }, forward)
  app.get('/v1/userinfo', { preHandler: injectFault(faults, 'failProfile') }, forward)
  app.all('/*', forward)

  let handle: ReturnType<Provider['callback']> | undefined

  async function forward(request: FastifyRequest, reply: FastifyReply) {
    reply.hijack()
    handle ??= provider().callback()
    const originalUrl = request.raw.url ?? ''
    const url = originalUrl.slice('/google'.length)
    await handle(Object.assign(request.raw, { originalUrl, url }), reply.raw)
  }
}
