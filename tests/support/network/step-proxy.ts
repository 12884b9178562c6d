import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

export type StepProxy = Awaited<ReturnType<typeof startStepProxy>>

/**
 * Starts a proxy between a shop and its PostgreSQL. It splits the protocol into steps: a client's
 * messages up to a Query or Sync, and the server's messages up to ReadyForQuery. Each step of each
 * transaction can be a failpoint, without any hook in the shop's code.
 */
export async function startStepProxy(databaseUrl: string) {
  const plan = createFaultPlan()
  const connections = new Set<() => void>()
  let target = databaseUrl
  const listener = createServer((client) => {
    const cut = relayConnection(client, dial(parseEndpoint(target)), plan)
    connections.add(cut)
    client.once('close', () => connections.delete(cut))
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  /** Cuts all open connections. New ones are accepted. */
  const cutConnections = () => {
    for (const cut of connections) cut()
  }
  return {
    /** For the DATABASE_URL of the shop under test. */
    databaseUrl: urlAtLocalPort(databaseUrl, (listener.address() as AddressInfo).port),
    plan,
    /** Forwards new connections to another server. */
    redirectTo: (url: string) => {
      target = url
    },
    cutConnections,
    async close() {
      plan.thaw()
      cutConnections()
      await once(listener.close(), 'close')
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

  async function handleClientMessage(message: Message) {
    if (message.type === '') application = readApplicationName(message)
    statement = readStatement(message) ?? statement
    unsent.push(message.bytes)
    if (message.type === 'Q' || message.type === 'S') await send()
    // Parse, Bind, Describe, Execute and Close wait for the Sync that ends the step.
    else if (!/^[PBDEC]$/.test(message.type)) flush()
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

  async function handleServerMessage({ type, bytes }: Message) {
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

  pipeMessages(client, server, createMessageParser({ sender: 'client' }), handleClientMessage, plan)
  pipeMessages(server, client, createMessageParser({ sender: 'server' }), handleServerMessage, plan)
  return cut
}

/** Handles messages one after another, then the end of the connection. */
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

/** A message of PostgreSQL's protocol. A client's first message has no type. */
export interface Message {
  type: string
  bytes: Buffer
}

/** Creates a function that parses chunks of any size into whole messages. */
export function createMessageParser({ sender }: { sender: 'client' | 'server' }) {
  let rest: Buffer = Buffer.alloc(0)
  let isTyped = sender === 'server'
  return function parse(chunk: Buffer): Message[] {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const lengthOffset = isTyped ? 1 : 0
      if (rest.length < lengthOffset + 4) return messages
      const end = lengthOffset + rest.readInt32BE(lengthOffset)
      if (rest.length < end) return messages
      const type = isTyped ? String.fromCharCode(rest[0] as number) : ''
      messages.push({ type, bytes: rest.subarray(0, end) })
      rest = rest.subarray(end)
      isTyped = true
    }
  }
}

/** Returns the application name of a startup message. */
function readApplicationName({ bytes }: Message): string {
  const fields = bytes.subarray(8).toString().split('\0')
  const index = fields.indexOf('application_name')
  return index < 0 ? '' : (fields[index + 1] ?? '')
}

/** Creates a function that returns the statement of a message, if any, including prepared statements. */
function createStatementReader() {
  const prepared = new Map<string, string>()
  return function readStatement({ type, bytes }: Message): string | undefined {
    const [first = '', second = ''] = bytes.subarray(5).toString().split('\0')
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    if (type === 'P') return second
    return type === 'B' ? prepared.get(second) : undefined
  }
}

/** One round trip of a database client. */
export interface Step {
  statement: string
  application: string
}

/**
 * `before`: before the database receives the step. `after`: after the database has executed the step,
 * but before the client receives the result.
 */
export type FaultTiming = 'before' | 'after'

/** Cuts the connection, freezes the proxy, or calls a function and then cuts the connection. */
export type Fault = 'cut' | 'freeze' | (() => unknown)

interface Failpoint {
  timing: FaultTiming
  /** The step at which the fault was triggered. Undefined before that. */
  hit: Step | undefined
  /** Triggers the fault. Resolves when the connection may continue, if it is still open. */
  trigger(cut: () => void): Promise<void>
}

/** The faults planned for a proxy's connections. */
type FaultPlan = ReturnType<typeof createFaultPlan>

interface FaultOptions {
  step: number
  pattern?: RegExp
  timing: FaultTiming
  fault: Fault
}

function createFaultPlan() {
  let activeFailpoint: (Failpoint & { atStep: number; pattern: RegExp | undefined }) | undefined
  let steps: Step[] = []
  let frozen: { thawed: Promise<void>; thaw: () => void } | undefined

  /** Holds all messages until `thaw`. Connections stay open. */
  function freeze() {
    if (frozen) return
    const { promise, resolve } = Promise.withResolvers<void>()
    frozen = { thawed: promise, thaw: resolve }
  }

  return {
    /**
     * Counts steps from now on, and triggers the fault once at step number `step`, from 1. With
     * `pattern`, counts only steps whose statement matches.
     */
    failAt({ step, pattern, timing, fault }: FaultOptions): Failpoint {
      steps = []
      const triggerFault = (cut: () => void) => trigger(fault, cut)
      activeFailpoint = { atStep: step, pattern, timing, hit: undefined, trigger: triggerFault }
      return activeFailpoint
    },
    /** Removes the failpoint. */
    clear() {
      activeFailpoint = undefined
    },
    /** Lists the counted steps since `failAt`. */
    listSteps: () => steps,
    freeze,
    thaw() {
      frozen?.thaw()
      frozen = undefined
    },
    recordStep(step: Step): Failpoint | undefined {
      if (!isOperationStep(step) || activeFailpoint?.pattern?.test(step.statement) === false)
        return undefined
      steps.push(step)
      if (activeFailpoint?.atStep !== steps.length || activeFailpoint.hit) return undefined
      activeFailpoint.hit = step
      return activeFailpoint
    },
    waitUntilThawed: async () => frozen?.thawed,
  }

  async function trigger(fault: Fault, cut: () => void) {
    if (fault === 'freeze') {
      freeze()
      await frozen?.thawed
      return
    }
    if (fault !== 'cut') await fault()
    cut()
  }
}

/**
 * True for statements of a request or operation. False for the job queue's polling, the scheduled jobs'
 * search for work, notifications to other processes and health checks.
 */
function isOperationStep({ application, statement }: Step): boolean {
  return (
    application === 'freehub' &&
    !/^select 1$|pg_notify|for update skip locked|^\s*delete from \w+\s+where \w+ </.test(statement)
  )
}
