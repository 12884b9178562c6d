import { createServer, connect as dial, type Socket } from 'node:net'
import { createFaultPlan, type Failpoint, type FaultPlan } from './failpoint.ts'
import {
  createMessageParser,
  createStatementReader,
  type Message,
  readApplicationName,
} from './wire-messages.ts'

export interface StepProxy {
  /** URL of the proxy, for the DATABASE_URL of the shop under test. */
  databaseUrl: string
  plan: FaultPlan
  /** Forwards new connections to another server. */
  redirectTo(databaseUrl: string): void
  /** Cuts all open connections. New ones are accepted. */
  cutConnections(): void
  close(): Promise<void>
}

/**
 * Starts a proxy between a shop and its PostgreSQL. It splits the protocol into steps: a client's
 * messages up to a Query or Sync, and the server's messages up to ReadyForQuery. Each step of each
 * transaction can be a failpoint, without any hook in the shop's code.
 */
export async function startStepProxy(databaseUrl: string): Promise<StepProxy> {
  const plan = createFaultPlan()
  const connections = new Set<() => void>()
  let target = databaseUrl
  const listener = createServer((client) => {
    const cut = relayConnection(client, dial(parseEndpoint(target)), plan)
    connections.add(cut)
    client.once('close', () => connections.delete(cut))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const cutConnections = () => {
    for (const cut of connections) cut()
  }
  return {
    databaseUrl: urlAtLocalPort(databaseUrl, (listener.address() as { port: number }).port),
    plan,
    redirectTo: (url) => {
      target = url
    },
    cutConnections,
    async close() {
      plan.thaw()
      cutConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** Relays one connection step by step. Returns a function that cuts it. */
function relayConnection(client: Socket, server: Socket, plan: FaultPlan): () => void {
  const readStatement = createStatementReader()
  const unanswered: { failpoint: Failpoint | undefined; held: Buffer[] }[] = []
  let application = ''
  let statement = ''
  let unsent: Buffer[] = []

  function cut() {
    client.destroy()
    server.destroy()
  }

  async function fromClient(message: Message) {
    if (message.type === '') application = readApplicationName(message)
    statement = readStatement(message) ?? statement
    unsent.push(message.bytes)
    if (message.type === 'Q' || message.type === 'S') await send()
    else if (!'PBDEC'.includes(message.type) || message.type === '') flush()
  }

  async function send() {
    const failpoint = plan.recordStep({ statement, application })
    if (failpoint?.timing === 'before') await failpoint.trigger(cut)
    unanswered.push({ failpoint: failpoint?.timing === 'after' ? failpoint : undefined, held: [] })
    flush()
  }

  function flush() {
    server.write(Buffer.concat(unsent))
    unsent = []
  }

  async function fromServer({ type, bytes }: Message) {
    const [step] = unanswered
    const isEnd = type === 'Z'
    if (isEnd) unanswered.shift()
    if (!step?.failpoint) client.write(bytes)
    else {
      step.held.push(bytes)
      if (isEnd) await step.failpoint.trigger(cut)
      if (isEnd) client.write(Buffer.concat(step.held))
    }
  }

  pipeMessages(client, server, createMessageParser({ sender: 'client' }), fromClient, plan)
  pipeMessages(server, client, createMessageParser({ sender: 'server' }), fromServer, plan)
  return cut
}

/** Handles messages one after the other, then the end of the connection. */
function pipeMessages(
  source: Socket,
  destination: Socket,
  parseMessages: (chunk: Buffer) => Message[],
  handle: (message: Message) => Promise<void>,
  plan: FaultPlan,
) {
  let queue = Promise.resolve()
  source.setNoDelay(true)
  source.on('data', (chunk) => {
    for (const message of parseMessages(chunk as Buffer)) {
      queue = queue.then(() => plan.waitUntilThawed()).then(() => handle(message))
    }
  })
  source.on('error', () => {})
  // While the proxy is frozen, neither end is notified of the other's disconnect.
  source.on('close', () => {
    queue = queue.then(() => plan.waitUntilThawed()).then(() => void destination.destroySoon())
  })
}

/** Returns the socket path, or host and port, on which the server of this URL listens. */
export function parseEndpoint(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port || 5432) }
}

/** Returns the URL of the same database on a port of this machine. */
export function urlAtLocalPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  return url.href
}
