import { showToast } from '../../../ui/dialogs/toast.ts'
import { InlineForm } from '../inline-form.tsx'
import { ConfirmPasswordForm } from '../ways-in/confirm-password-form.tsx'
import { createBackupCodes, disableSecondFactor } from './second-factor.ts'

interface SecondFactorActionsProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

export function SecondFactorActions({ hasPassword, onCodes }: SecondFactorActionsProps) {
  return (
    <div className="act">
      <InlineForm buttonLabel="New backup codes">
        {(close) => (
          <ConfirmPasswordForm
            hasPassword={hasPassword}
            submitLabel="Create 10 new codes"
            action={createBackupCodes}
            onDone={onCodes}
            onCancel={close}
          />
        )}
      </InlineForm>
      <InlineForm buttonLabel="Turn off">
        {(close) => (
          <ConfirmPasswordForm
            hasPassword={hasPassword}
            submitLabel="Turn off"
            action={disableSecondFactor}
            onDone={() => void showToast('Two-step sign-in is off')}
            onCancel={close}
          />
        )}
      </InlineForm>
    </div>
  )
}
