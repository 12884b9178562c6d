import { type Messages, openMessages } from '../messages.ts'

export type Message = {
  id: string
  /** ISO 8601. */
  receivedAt: string
  from: string
  /** All it was delivered to, whatever its head says. */
  to: string[]
  subject: string
  text: string
  html: string | null
  attachments: { name: string; type: string; bytes: number }[]
}

export type Mailbox = Messages<Message>

export function openMailbox(folder: string, most?: number): Mailbox {
  return openMessages<Message>(folder, most)
}
