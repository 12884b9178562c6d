import { InboxLink } from '../../ui/inbox-link.tsx'

/** Says that a mail or a text is on its way; in the sandbox also where it can be read. */
export function MailSent({ text }: { text: string }) {
  return (
    <div className="note note-plain" role="status">
      <p>{text}</p>
      <InboxLink />
    </div>
  )
}
