import type { Account } from '@freehub/contract/identity/account'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { AccountPart } from '../account-part.tsx'
import { InPlace } from '../in-place.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { PasskeyRow } from './passkey-row.tsx'

/** The devices and keys that sign in without a password. */
export function PasskeysPart({ account: { passkeys } }: { account: Account }) {
  return (
    <AccountPart
      title="Passkeys"
      about="Sign in with your fingerprint, your face or a key instead of a password. Make one on each device."
    >
      {passkeys.length === 0 && <p className="account-value">No passkeys yet</p>}
      {passkeys.length > 0 && (
        <ul className="account-rows">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {browserSupportsWebAuthn() ? (
        <InPlace act="Add a passkey">{(close) => <PasskeyForm onClose={close} />}</InPlace>
      ) : (
        <p className="second">This browser cannot make passkeys.</p>
      )}
    </AccountPart>
  )
}
