import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxSettings } from '../settings.ts'
import { noSignInFaults, registerFaults, stumble } from '../sign-in/faults.ts'
import { registerPictures } from '../sign-in/pictures.ts'
import type { GoogleAccount } from './accounts.ts'
import { createProvider, makeSigningKey, type Provider } from './provider.ts'
import { registerSignIn } from './sign-in-routes.ts'

/** Stands in for Google: an OpenID provider under /google, and its page to sign in on. */
export async function startGoogle(app: FastifyInstance, { google: client }: SandboxSettings) {
  const faults = noSignInFaults()
  const accounts = new Map<string, GoogleAccount>()
  const key = await makeSigningKey()
  let made: Provider | undefined
  // Its name has the port in it, which is known once the sandbox listens.
  const provider = () => {
    made ??= createProvider(app.listeningOrigin, key, client, accounts)
    return made
  }

  app.register((scope) => registerProvider(scope, provider, faults), { prefix: '/google' })
  app.register((scope) => registerSignIn(scope, { provider, client, accounts }), {
    prefix: '/google/signin',
  })
  app.register(registerPictures, { prefix: '/google/pictures' })
  app.register((scope) => registerFaults(scope, faults), { prefix: '/sandbox/google' })
}

/** Hands requests on as they came, their bodies unread. */
async function registerProvider(
  app: FastifyInstance,
  provider: () => Provider,
  faults: ReturnType<typeof noSignInFaults>,
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.post('/token', { preHandler: stumble(faults, 'failToken') }, handOn)
  app.get('/oauth2/v3/certs', { preHandler: stumble(faults, 'failProfile') }, handOn)
  app.get('/v1/userinfo', { preHandler: stumble(faults, 'failProfile') }, handOn)
  app.all('/*', handOn)

  let handle: ReturnType<Provider['callback']> | undefined

  async function handOn(request: FastifyRequest, reply: FastifyReply) {
    reply.hijack()
    handle ??= provider().callback()
    const originalUrl = request.raw.url ?? ''
    const url = originalUrl.slice('/google'.length)
    await handle(Object.assign(request.raw, { originalUrl, url }), reply.raw)
  }
}
