import { useForm } from 'react-hook-form'
import { CodeField } from '../../identity/code-field.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { QrCode } from './qr-code.tsx'
import { confirmSecondFactor } from './second-factor.ts'
import { sixDigits } from './six-digits.ts'

interface ScanFormProps {
  /** `otpauth://totp/…?secret=…` */
  uri: string
  onOn: () => void
  onCancel: () => void
}

/** Shows the secret to the app, as a picture and in letters, and takes its first code. */
export function ScanForm({ uri, onOn, onCancel }: ScanFormProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>()
  const { change, busy, error } = useAccountChange(confirmSecondFactor, onOn)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(({ code }) => change(code))}>
      <div className="account-scan">
        <QrCode text={uri} name="The secret, for the app to scan" />
        <div>
          <p>Scan this with your authenticator app, or type the secret into it:</p>
          <p className="account-secret">{inFours(secret)}</p>
          <p>
            <a href={uri}>Open the app on this device</a>
          </p>
        </div>
      </div>
      <CodeField
        label="Code that the app shows"
        hint="6 digits"
        error={formState.errors.code?.message}
        {...register('code', sixDigits)}
      />
      <FormEnd send="Turn on" atWork="Turning on …" busy={busy} error={error} onCancel={onCancel} />
    </form>
  )
}

function inFours(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
