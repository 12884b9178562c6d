import { join } from 'node:path'
import fastify from 'fastify'
import { startCards } from './cards/start-cards.ts'
import { startGithub } from './github/start-github.ts'
import { startGoogle } from './google/start-google.ts'
import { rejectNonLoopbackHosts } from './loopback.ts'
import { startMail } from './mail/start-mail.ts'
import type { SandboxSettings } from './settings.ts'
import { startSms } from './sms/start-sms.ts'
import { registerWelcome } from './welcome.ts'

export type Sandbox = {
  /** `http://127.0.0.1:3001` */
  url: string
  /** `smtp://127.0.0.1:3002` */
  smtpUrl: string
  close(): Promise<void>
}

/** Starts all stand-ins in this process. Port 0 means any free port. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const app = fastify({ forceCloseConnections: true, bodyLimit: 256 * 1024 })
  app.addHook('onRequest', rejectNonLoopbackHosts)
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: { message: `There is no page at ${request.url}.` } }),
  )

  registerWelcome(app)
  const cards = startCards(app, settings, join(settings.dataDir, 'cards.jsonl'))
  const mail = await startMail(app, settings, join(settings.dataDir, 'mail'))
  startSms(app, settings)
  startGithub(app, settings)
  await startGoogle(app, settings)
  const url = await app.listen({ host: settings.host, port: settings.port })

  return {
    url,
    smtpUrl: mail.smtpUrl,
    async close() {
      await Promise.all([app.close(), mail.close()])
      cards.close()
    },
  }
}
