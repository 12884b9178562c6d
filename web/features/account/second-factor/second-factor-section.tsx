import type { Account } from '@freehub/contract/identity/calls'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { PasswordField } from '../../identity/auth-form-parts.tsx'
import { AccountForm } from '../account-actions.tsx'
import { useAccountMutation } from '../account-queries.ts'
import { AccountSection, InlineForm } from '../account-section.tsx'
import { AuthenticatorSetupForm } from './authenticator-setup-form.tsx'
import { BackupCodes } from './backup-codes.tsx'
import {
  createBackupCodes,
  disableSecondFactor,
  type SecondFactorSetup,
  startSecondFactorSetup,
} from './second-factor.ts'

const CODES_KEY = ['backupCodes']

/** Turns the second factor on and off. Shows new backup codes once, until the user has saved them. */
export function SecondFactorSection({ account }: { account: Account }) {
  const client = useQueryClient()
  // The server sends new codes only once, so they are kept when the user opens another screen.
  const { data: codes = [] } = useQuery<string[]>({
    queryKey: CODES_KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const setCodes = (newCodes: string[]) => client.setQueryData(CODES_KEY, newCodes)
  const hasCodes = codes.length > 0
  const { email, emailConfirmed, hasPassword, secondFactor } = account
  return (
    <AccountSection
      title="Two-step sign-in"
      description="After every sign-in we ask for a code from an app on your phone. A stolen password alone is then not enough."
    >
      <p className="account-value">
        Authenticator app
        <span className={secondFactor ? 'badge badge-on' : 'badge badge-off'}>
          {secondFactor ? 'On' : 'Off'}
        </span>
      </p>
      {hasCodes && <BackupCodes codes={codes} email={email} onDone={() => setCodes([])} />}
      {!hasCodes && secondFactor && (
        <div className="actions">
          <InlineForm buttonLabel="New Backup Codes">
            {(close) => (
              <ConfirmPasswordForm
                hasPassword={hasPassword}
                submitLabel="Create 10 New Codes"
                action={createBackupCodes}
                onDone={setCodes}
                onCancel={close}
              />
            )}
          </InlineForm>
          <InlineForm buttonLabel="Turn Off">
            {(close) => (
              <ConfirmPasswordForm
                hasPassword={hasPassword}
                submitLabel="Turn Off"
                action={disableSecondFactor}
                onDone={() => void showToast('Two-step sign-in is off')}
                onCancel={close}
              />
            )}
          </InlineForm>
        </div>
      )}
      {!hasCodes && !secondFactor && emailConfirmed && (
        <InlineForm buttonLabel="Turn On">
          {(close) => <SetupForm hasPassword={hasPassword} onCodes={setCodes} onCancel={close} />}
        </InlineForm>
      )}
      {!secondFactor && !emailConfirmed && <p>Confirm your email first to turn this on.</p>}
    </AccountSection>
  )
}

interface SetupFormProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
  onCancel: () => void
}

/** Turns the second factor on. The user confirms the password, then enters the first code of the authenticator app. */
function SetupForm({ hasPassword, onCodes, onCancel }: SetupFormProps) {
  const [setup, setSetup] = useState<SecondFactorSetup>()
  return setup ? (
    <AuthenticatorSetupForm
      uri={setup.totpURI}
      onEnabled={() => onCodes(setup.backupCodes)}
      onCancel={onCancel}
    />
  ) : (
    <ConfirmPasswordForm
      hasPassword={hasPassword}
      submitLabel="Continue"
      action={startSecondFactorSetup}
      onDone={setSetup}
      onCancel={onCancel}
    />
  )
}

interface ConfirmPasswordFormProps<Result> {
  /** If false, the form has no password field. Then the server requires a recent sign-in. */
  hasPassword: boolean
  submitLabel: string
  action: (password?: string) => Promise<Result>
  onDone: (result: Result) => void
  onCancel: () => void
}

/** Confirms a sensitive action, then runs it. Asks for the password if the account has one. */
function ConfirmPasswordForm<Result>(props: ConfirmPasswordFormProps<Result>) {
  const { hasPassword, submitLabel, action, onDone, onCancel } = props
  const { register, handleSubmit, formState } = useForm<{ password: string }>()
  const change = useAccountMutation(action, onDone)
  return (
    <AccountForm
      submitLabels={[submitLabel, 'One moment …']}
      change={change}
      onSubmit={handleSubmit(({ password }) => change.mutate(hasPassword ? password : undefined))}
      onCancel={onCancel}
    >
      {hasPassword && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password', { required: 'Password required' })}
        />
      )}
    </AccountForm>
  )
}
