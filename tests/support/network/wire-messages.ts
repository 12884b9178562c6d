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
export function readApplicationName({ bytes }: Message): string {
  const fields = bytes.subarray(8).toString().split('\0')
  return fields[fields.indexOf('application_name') + 1] ?? ''
}

/** Creates a function that returns the statement of a message, if any, also of prepared statements. */
export function createStatementReader() {
  const prepared = new Map<string, string>()
  return function readStatement({ type, bytes }: Message): string | undefined {
    const [first = '', second = ''] = bytes.subarray(5).toString().split('\0')
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    if (type === 'P') return second
    return type === 'B' ? prepared.get(second) : undefined
  }
}
