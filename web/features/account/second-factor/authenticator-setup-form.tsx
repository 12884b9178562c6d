import { useForm } from 'react-hook-form'
import { encode } from 'uqr'
import { CodeField, useInitialFocus } from '../../identity/auth-form-parts.tsx'
import { codeRules } from '../../identity/field-rules.ts'
import { AccountForm } from '../account-actions.tsx'
import { useAccountMutation } from '../account-queries.ts'
import { confirmSecondFactorSetup } from './second-factor.ts'

interface AuthenticatorSetupFormProps {
  /** The content of the QR code: `otpauth://totp/…?secret=…` */
  uri: string
  onEnabled: () => void
  onCancel: () => void
}

export function AuthenticatorSetupForm({ uri, onEnabled, onCancel }: AuthenticatorSetupFormProps) {
  const { register, handleSubmit, formState, setFocus } = useForm<{ code: string }>()
  useInitialFocus(() => setFocus('code'))
  const change = useAccountMutation(confirmSecondFactorSetup, onEnabled)
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <AccountForm
      submitLabels={['Turn On', 'Turning on …']}
      change={change}
      onSubmit={handleSubmit(({ code }) => change.mutate(code))}
      onCancel={onCancel}
    >
      <p>Scan this QR code with your authenticator app, or enter this key:</p>
      <div className="grid items-start gap-5 min-[900px]:grid-cols-[216px_minmax(0,1fr)]">
        <QrCode text={uri} label="QR code for the app to scan" />
        <p className="account-secret">{groupByFour(secret)}</p>
      </div>
      <a className="justify-self-start" href={uri}>
        Open the app on this device
      </a>
      <CodeField
        label="Code from the app"
        hint="6 digits"
        error={formState.errors.code?.message}
        {...register('code', codeRules)}
      />
    </AccountForm>
  )
}

function groupByFour(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ')
}

/** Width of the light border that QR readers need, in modules. */
const QUIET_ZONE = 4

/** A QR code, dark on light in every theme: some readers do not accept inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} />
    </svg>
  )
}
