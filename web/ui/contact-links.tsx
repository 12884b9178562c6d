import { normalizePhone } from '@freehub/contract/phone'
import { EmailAddress } from './email-address.tsx'

/** A `mailto:` link. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <a href={`mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`}>
      <EmailAddress email={email} />
    </a>
  )
}

/** A `tel:` link. Plain text if the text is not a phone number. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = normalizePhone(number)
  return /^\+?\d+$/.test(dialled) ? <a href={`tel:${dialled}`}>{number}</a> : number
}
