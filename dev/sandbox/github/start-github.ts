import type { FastifyInstance } from 'fastify'
import type { SandboxSettings } from '../settings.ts'
import { noSignInFaults, registerFaults } from '../sign-in/faults.ts'
import { registerPictures } from '../sign-in/pictures.ts'
import { registerApi } from './api-routes.ts'
import { registerAuthorize } from './authorize-routes.ts'
import { openGrants } from './grants.ts'
import { registerToken } from './token-route.ts'

/** Registers the GitHub stand-in: authorization page, token exchange and user API. */
export function startGithub(app: FastifyInstance, { github: client }: SandboxSettings) {
  const github = { client, grants: openGrants(), faults: noSignInFaults() }

  app.register((scope) => registerAuthorize(scope, github), { prefix: '/github/login/oauth' })
  app.register((scope) => registerToken(scope, github), { prefix: '/github/login/oauth' })
  app.register((scope) => registerApi(scope, github), { prefix: '/github/api' })
  app.register(registerPictures, { prefix: '/github/avatars' })
  app.register((scope) => registerFaults(scope, github.faults), { prefix: '/sandbox/github' })
}
