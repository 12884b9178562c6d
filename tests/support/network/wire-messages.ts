/** A message of PostgreSQL's protocol. A client's first one has no type. */
export interface Message {
  type: string
  bytes: Buffer
}

/** Cuts what arrives, however it was torn on the way, into whole messages. */
export function messageCutter({ from }: { from: 'client' | 'server' }) {
  let rest: Buffer = Buffer.alloc(0)
  let isTyped = from === 'server'
  return function cut(chunk: Buffer): Message[] {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const lengthAt = isTyped ? 1 : 0
      if (rest.length < lengthAt + 4) return messages
      const end = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < end) return messages
      const type = isTyped ? String.fromCharCode(rest[0] as number) : ''
      messages.push({ type, bytes: rest.subarray(0, end) })
      rest = rest.subarray(end)
      isTyped = true
    }
  }
}

/** What a client calls itself when it connects. */
export function applicationOf({ bytes }: Message): string {
  const words = bytes.subarray(8).toString().split('\0')
  return words[words.indexOf('application_name') + 1] ?? ''
}

/** Follows which statement a client sends, also where it names one that it has prepared. */
export function statementReader() {
  const prepared = new Map<string, string>()
  return function statementOf({ type, bytes }: Message): string | undefined {
    const [first = '', second = ''] = bytes.subarray(5).toString().split('\0')
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    if (type === 'P') return second
    return type === 'B' ? prepared.get(second) : undefined
  }
}
