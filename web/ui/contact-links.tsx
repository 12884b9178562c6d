import { normalizePhone } from '@freehub/contract/phone'
import { EmailAddress } from './email-address.tsx'

/** A link that writes an email. */
export function EmailLink({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <a href={`mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`}>
      <EmailAddress address={address} />
    </a>
  )
}

/** A link that calls a phone number. Plain text if the text is no number. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = normalizePhone(number)
  return /^\+?\d+$/.test(dialled) ? <a href={`tel:${dialled}`}>{number}</a> : number
}
