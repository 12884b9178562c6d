import { useForm } from 'react-hook-form'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useAccountMutation } from '../use-account-mutation.ts'
import { addPasskey } from './add-passkey.ts'

/** Asks for a name, then creates a passkey in the browser. */
export function PasskeyForm({ onClose }: { onClose: () => void }) {
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
