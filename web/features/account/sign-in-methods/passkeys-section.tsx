import type { Account } from '@freehub/contract/identity/calls'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { type AccountError, accountErrorFromCode, callAccountApi } from '../account-api.ts'
import { AccountErrorNote, FormFooter } from '../account-form.tsx'
import { useAccountMutation } from '../account-query.ts'
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
        <InlineForm buttonLabel="Add a passkey">
          {(close) => <PasskeyForm onClose={close} />}
        </InlineForm>
      ) : (
        <p className="second">This browser doesn’t support passkeys.</p>
      )}
    </AccountSection>
  )
}

function PasskeyRow({ passkey }: { passkey: Account['passkeys'][number] }) {
  const { id, name, createdAt } = passkey
  const nameId = useId()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const { mutate, isPending, error } = useAccountMutation(
    () => callAccountApi('/passkey/delete-passkey', { id }).finally(close),
    () => void showToast('Passkey removed'),
  )
  return (
    <li>
      <span className="account-named">
        <KeyRound className="ic" aria-hidden="true" />
        <span>
          <span id={nameId} className="account-name">
            {name || 'Passkey'}
          </span>
          <span className="second">
            Since <Timestamp at={createdAt} />
          </span>
        </span>
      </span>
      <button
        type="button"
        className="btn btn-outline btn-error btn-sm"
        aria-describedby={nameId}
        onClick={() => setConfirming(true)}
      >
        Remove
      </button>
      <AccountErrorNote error={error} />
      {isConfirming && (
        <ConfirmDialog
          title="Remove this passkey?"
          text={`You won’t be able to sign in with “${name || 'Passkey'}”. Remove it from your device too.`}
          confirmLabel="Remove"
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={close}
        />
      )}
    </li>
  )
}

/** Asks for a name, then creates a passkey in the browser. */
function PasskeyForm({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit } = useForm<{ name: string }>()
  const { mutate, isPending, error } = useAccountMutation(addPasskey, () => {
    void showToast('Passkey added')
    onClose()
  })
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit(({ name }) => mutate(name.trim() || 'Passkey'))}
    >
      <Field
        label="Name"
        hint="Helps you recognise it later"
        autoComplete="off"
        placeholder="Office laptop"
        maxLength={60}
        {...register('name')}
      />
      <FormFooter
        submitLabel="Continue"
        busyLabel="Waiting for your device …"
        busy={isPending}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}

/** Creates a passkey in the browser and registers it with the account. Throws an AccountError. */
async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callAccountApi<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const response = await startRegistration({ optionsJSON }).catch((error) => {
    throw toPasskeyError(error)
  })
  await callAccountApi('/passkey/verify-registration', { response, name })
}

function toPasskeyError(error: unknown): AccountError {
  if (!(error instanceof WebAuthnError)) return accountErrorFromCode('PASSKEY_NOT_MADE')
  const { code } = error
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return accountErrorFromCode('PREVIOUSLY_REGISTERED')
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return accountErrorFromCode('PASSKEY_NOT_HERE')
  }
  return accountErrorFromCode('PASSKEY_NOT_MADE')
}
