import { createServer, connect as dial, type Socket } from 'node:net'
import { type Failpoint, type Plan, planOf } from './failpoint.ts'
import { applicationOf, type Message, messageCutter, statementReader } from './wire-messages.ts'

export interface StepProxy {
  /** For the DATABASE_URL of the shop under test. */
  databaseUrl: string
  plan: Plan
  /** Leads new connections to another server from now on. */
  leadTo(databaseUrl: string): void
  /** Cuts all connections. New ones are let through. */
  cutAll(): void
  close(): Promise<void>
}

/**
 * Stands between a shop and its PostgreSQL and understands the protocol just enough to tell its
 * steps: what a client sends up to a Query or Sync, and the server answers up to ReadyForQuery.
 * So every step of every transaction is a failpoint, without a name in the shop's code.
 */
export async function startStepProxy(databaseUrl: string): Promise<StepProxy> {
  const plan = planOf()
  const connections = new Set<() => void>()
  let target = databaseUrl
  const listener = createServer((client) => {
    const cut = relay(client, dial(endpointOf(target)), plan)
    connections.add(cut)
    client.once('close', () => connections.delete(cut))
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const cut of connections) cut()
  }
  return {
    databaseUrl: urlAt(databaseUrl, (listener.address() as { port: number }).port),
    plan,
    leadTo: (url) => {
      target = url
    },
    cutAll,
    async close() {
      plan.thaw()
      cutAll()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

/** Passes one connection on, step by step. Answers what cuts it. */
function relay(client: Socket, server: Socket, plan: Plan): () => void {
  const statementOf = statementReader()
  const unanswered: { failpoint: Failpoint | undefined; held: Buffer[] }[] = []
  let application = ''
  let statement = ''
  let unsent: Buffer[] = []

  function cut() {
    client.destroy()
    server.destroy()
  }

  async function fromClient(message: Message) {
    if (message.type === '') application = applicationOf(message)
    statement = statementOf(message) ?? statement
    unsent.push(message.bytes)
    if (message.type === 'Q' || message.type === 'S') await send()
    else if (!'PBDEC'.includes(message.type) || message.type === '') flush()
  }

  async function send() {
    const failpoint = plan.meet({ statement, application })
    if (failpoint?.when === 'before') await failpoint.strike(cut)
    unanswered.push({ failpoint: failpoint?.when === 'after' ? failpoint : undefined, held: [] })
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
      if (isEnd) await step.failpoint.strike(cut)
      if (isEnd) client.write(Buffer.concat(step.held))
    }
  }

  pass(client, server, messageCutter({ from: 'client' }), fromClient, plan)
  pass(server, client, messageCutter({ from: 'server' }), fromServer, plan)
  return cut
}

/** Hands messages over one after the other, and the end of the connection after them. */
function pass(
  from: Socket,
  to: Socket,
  cutIntoMessages: (chunk: Buffer) => Message[],
  hand: (message: Message) => Promise<void>,
  plan: Plan,
) {
  let before = Promise.resolve()
  from.setNoDelay(true)
  from.on('data', (chunk) => {
    for (const message of cutIntoMessages(chunk as Buffer)) {
      before = before.then(() => plan.untilThawed()).then(() => hand(message))
    }
  })
  from.on('error', () => {})
  // While all is frozen, one end does not hear either that the other has gone.
  from.on('close', () => {
    before = before.then(() => plan.untilThawed()).then(() => void to.destroySoon())
  })
}

/** Where a server of this URL listens. */
export function endpointOf(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  return folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port || 5432}` }
    : { host: hostname, port: Number(port || 5432) }
}

/** The same database, on a port of this machine. */
export function urlAt(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  return url.href
}
