import { useForm } from 'react-hook-form'
import { CodeField } from '../../identity/code-field.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'
import { codeRules } from './code-rules.ts'
import { QrCode } from './qr-code.tsx'
import { confirmSecondFactorSetup } from './second-factor.ts'

interface ScanFormProps {
  /** `otpauth://totp/…?secret=…` */
  uri: string
  onEnabled: () => void
  onCancel: () => void
}

/** Shows the secret as QR code and as text, and verifies the first code from the app. */
export function ScanForm({ uri, onEnabled, onCancel }: ScanFormProps) {
  const { register, handleSubmit, formState } = useForm<{ code: string }>()
  const { mutate, isPending, error } = useAccountMutation(confirmSecondFactorSetup, onEnabled)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <form className="formgrid" noValidate onSubmit={handleSubmit(({ code }) => mutate(code))}>
      <div className="account-scan">
        <QrCode text={uri} label="QR code for the app to scan" />
        <div>
          <p>Scan this QR code with your authenticator app, or enter this key:</p>
          <p className="account-secret">{groupByFour(secret)}</p>
          <p>
            <a href={uri}>Open the app on this device</a>
          </p>
        </div>
      </div>
      <CodeField
        label="Code from the app"
        hint="6 digits"
        error={formState.errors.code?.message}
        {...register('code', codeRules)}
      />
      <FormFooter
        submitLabel="Turn on"
        busyLabel="Turning on …"
        busy={isPending}
        error={error}
        onCancel={onCancel}
      />
    </form>
  )
}

function groupByFour(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}
