import { EmailAddress } from './email-address.tsx'

/** A link that writes an email. */
export function EmailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(address)}`}>
      <EmailAddress address={address} />
    </a>
  )
}

/** A link that calls a phone number. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a>
}
