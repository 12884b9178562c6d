import { type MessageStore, openMessageStore } from '../messages.ts'

export type Message = {
  id: string
  /** ISO 8601. */
  receivedAt: string
  from: string
  /** The envelope recipients, regardless of the headers. */
  to: string[]
  subject: string
  text: string
  html: string | null
  attachments: { name: string; type: string; bytes: number }[]
}

export type Mailbox = MessageStore<Message>

export function openMailbox(folder: string, maxMessages?: number): Mailbox {
  return openMessageStore<Message>(folder, maxMessages)
}
