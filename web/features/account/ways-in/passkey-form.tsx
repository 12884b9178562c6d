import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FormEnd } from '../form-end.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { addPasskey } from './add-passkey.ts'

/** Names a passkey, then the browser makes it. */
export function PasskeyForm({ onClose }: { onClose: () => void }) {
  const { register, handleSubmit } = useForm<{ name: string }>()
  const { change, busy, error } = useAccountChange(addPasskey, () => {
    void showToast('Passkey added')
    onClose()
  })
  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit(({ name }) => change(name.trim() || 'Passkey'))}
    >
      <Field
        label="Name"
        hint="By which you know it again"
        autoComplete="off"
        placeholder="Office laptop"
        maxLength={60}
        {...register('name')}
      />
      <FormEnd
        send="Go on"
        atWork="Waiting for your device …"
        busy={busy}
        error={error}
        onCancel={onClose}
      />
    </form>
  )
}
