import type { Account } from '@freehub/contract/identity/calls'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { AccountForm, ActionButton } from '../account-actions.tsx'
import { accountErrorFromCode, callAccountApi } from '../account-api.ts'
import { useAccountMutation } from '../account-queries.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'

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
        <InlineForm buttonLabel="Add a Passkey">
          {(close) => <PasskeyForm onClose={close} />}
        </InlineForm>
      ) : (
        <p className="secondary">This browser doesn’t support passkeys.</p>
      )}
    </AccountSection>
  )
}

function PasskeyRow({ passkey }: { passkey: Account['passkeys'][number] }) {
  const { id, createdAt } = passkey
  const name = passkey.name || 'Passkey'
  const nameId = useId()
  return (
    <li>
      <span className="account-row-title">
        <KeyRound className="ic" aria-hidden="true" />
        <span>
          <span id={nameId} className="account-name block wrap-anywhere">
            {name}
          </span>
          <span className="secondary">
            Since <Timestamp at={createdAt} />
          </span>
        </span>
      </span>
      <ActionButton
        label="Remove"
        action={() => callAccountApi('/passkey/delete-passkey', { id })}
        onDone={() => void showToast('Passkey removed')}
        confirmation={{
          title: 'Remove this passkey?',
          text: `You won’t be able to sign in with “${name}”. Remove it from your device too.`,
          label: 'Remove',
        }}
        isDestructive
        describedBy={nameId}
        isErrorBelow
      />
    </li>
  )
}

function PasskeyForm({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit } = useForm<{ name: string }>()
  const change = useAccountMutation(addPasskey, () => {
    void showToast('Passkey added')
    onClose()
  })
  return (
    <AccountForm
      submitLabels={['Continue', 'Waiting for your device …']}
      change={change}
      onSubmit={handleSubmit(({ name }) => change.mutate(name.trim() || 'Passkey'))}
      onCancel={onClose}
    >
      <Field
        label="Name"
        hint="Helps you recognise it later"
        autoComplete="off"
        placeholder="Office laptop"
        maxLength={60}
        {...register('name')}
      />
    </AccountForm>
  )
}

/** Creates a passkey in the browser and registers it with the account. Throws the same errors as `callAccountApi`. */
async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callAccountApi<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const response = await startRegistration({ optionsJSON }).catch((error) => {
    const code = error instanceof WebAuthnError ? passkeyErrorCodes[error.code] : undefined
    throw accountErrorFromCode(code ?? 'PASSKEY_NOT_MADE')
  })
  await callAccountApi('/passkey/verify-registration', { response, name })
}

const passkeyErrorCodes: Partial<Record<WebAuthnError['code'], string>> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'PREVIOUSLY_REGISTERED',
  ERROR_INVALID_DOMAIN: 'PASSKEY_NOT_HERE',
  ERROR_INVALID_RP_ID: 'PASSKEY_NOT_HERE',
}
