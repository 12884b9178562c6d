import { showToast } from '../../../ui/dialogs/toast.ts'
import { InPlace } from '../in-place.tsx'
import { PasswordProof } from '../ways-in/password-proof.tsx'
import { endSecondFactor, makeBackupCodes } from './second-factor.ts'

interface SecondFactorOnProps {
  hasPassword: boolean
  onCodes: (codes: string[]) => void
}

export function SecondFactorOn({ hasPassword, onCodes }: SecondFactorOnProps) {
  return (
    <div className="act">
      <InPlace act="New backup codes">
        {(close) => (
          <PasswordProof
            hasPassword={hasPassword}
            send="Make ten new codes"
            change={makeBackupCodes}
            onDone={onCodes}
            onCancel={close}
          />
        )}
      </InPlace>
      <InPlace act="Turn off">
        {(close) => (
          <PasswordProof
            hasPassword={hasPassword}
            send="Turn off"
            change={endSecondFactor}
            onDone={() => void showToast('Two-step sign-in is off')}
            onCancel={close}
          />
        )}
      </InPlace>
    </div>
  )
}
