import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { MessageFaults } from '../message-control.ts'
import type { Mailbox } from './mailbox.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Starts an SMTP server that stores mail from any sender to any recipient. */
export async function listenSmtp(
  mailbox: Mailbox,
  faults: MessageFaults,
  { host, port }: { host: string; port: number },
) {
  const server = new SMTPServer({
    banner: 'Sandbox mail',
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    maxClients: 50,
    socketTimeout: 60_000,
    closeTimeout: 500,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, _session, done) =>
      faults.refuse ? done(smtpError(451, 'Try again later')) : done(),
    onData(stream, session, done) {
      receive(stream, session).then(
        () => done(),
        (error) => done(error),
      )
    },
  })
  server.on('error', () => {
    // Ignore broken client connections.
  })

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession) {
    const chunks: Buffer[] = []
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk)
    if (stream.sizeExceeded) throw smtpError(552, 'Message exceeds 10 MiB')
    if (faults.delayMs > 0) await wait(faults.delayMs)
    const email = await PostalMime.parse(Buffer.concat(chunks))
    mailbox.put({
      from: email.from?.address ?? addressOf(session.envelope.mailFrom),
      to: session.envelope.rcptTo.map((to) => to.address),
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? null,
      attachments: email.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? 'unnamed',
        type: mimeType,
        bytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
    })
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return {
    smtpUrl: `smtp://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function addressOf(from: { address: string } | false) {
  return from ? from.address : ''
}

function smtpError(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode })
}
