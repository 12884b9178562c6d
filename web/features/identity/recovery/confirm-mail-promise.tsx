import { InboxLink } from '../../../ui/inbox-link.tsx'

/** What signing up brings besides. */
export function ConfirmMailPromise() {
  return (
    <div className="second">
      <p>You get a mail to confirm your email. You can order before that.</p>
      <InboxLink />
    </div>
  )
}
