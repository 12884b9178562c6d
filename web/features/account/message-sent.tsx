import { InboxLink } from '../../ui/inbox-link.tsx'

/** States that an email or SMS was sent. In the sandbox it also links to the inbox. */
export function MessageSent({ text }: { text: string }) {
  return (
    <div className="note note-plain" role="status">
      <p>{text}</p>
      <InboxLink />
    </div>
  )
}
