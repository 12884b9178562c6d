import type { Account } from '@freehub/contract/identity/calls'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { AccountSection } from '../account-section.tsx'
import { InlineForm } from '../inline-form.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { PasskeyRow } from './passkey-row.tsx'

export function PasskeysSection({ account: { passkeys } }: { account: Account }) {
  return (
    <AccountSection
      title="Passkeys"
      description="Sign in with your fingerprint, face or security key instead of a password. Add a passkey on each device."
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
        <InlineForm buttonLabel="Add a passkey">
          {(close) => <PasskeyForm onClose={close} />}
        </InlineForm>
      ) : (
        <p className="second">This browser doesn’t support passkeys.</p>
      )}
    </AccountSection>
  )
}
