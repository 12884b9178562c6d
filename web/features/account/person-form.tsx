import { HTTPS_ADDRESS_WANTED, isHttpsAddress } from '@freehub/contract/https-address'
import type { Account } from '@freehub/contract/identity/account'
import { PERSON_NAME_LENGTH, URL_LENGTH } from '@freehub/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showToast } from '../../ui/dialogs/toast.ts'
import { Field } from '../../ui/forms/field.tsx'
import { dropDraft, readDraft } from '../../ui/forms/form-draft.ts'
import { useKeptDraft } from '../../ui/forms/use-kept-draft.ts'
import { readPersonAnew } from './account-query.ts'
import { askAccount } from './ask-account.ts'
import { FormEnd } from './form-end.tsx'
import { useAccountChange } from './use-account-change.ts'

const DRAFT = 'person'

interface Person {
  name: string
  picture: string
}

/** Changes name and picture; an emptied picture is taken away. */
export function PersonForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const { email, name, photoURL } = account
  const form = useForm<Person>({
    defaultValues: readDraft(email, DRAFT, { name, picture: photoURL ?? '' }),
  })
  useKeptDraft(email, DRAFT, form)
  const { register, handleSubmit, formState } = form
  const client = useQueryClient()
  const { change, busy, error } = useAccountChange(
    (typed: Person) => update(account, typed),
    () => {
      void readPersonAnew(client)
      void showToast('Name and picture saved')
      close()
    },
  )

  function close() {
    dropDraft(email, DRAFT)
    onClose()
  }

  return (
    <form
      className="formgrid"
      noValidate
      onSubmit={handleSubmit((typed) => change({ ...typed, name: typed.name.trim() }))}
    >
      <Field
        label="Name"
        autoComplete="name"
        maxLength={PERSON_NAME_LENGTH}
        error={formState.errors.name?.message}
        {...register('name', { validate: (typed) => typed.trim() !== '' || 'User Name required' })}
      />
      <Field
        label="Picture"
        hint="Its address, or empty for none"
        type="url"
        autoComplete="photo"
        placeholder="https://"
        maxLength={URL_LENGTH}
        error={formState.errors.picture?.message}
        {...register('picture', {
          validate: (typed) => typed === (photoURL ?? '') || pictureProblem(typed),
        })}
      />
      <FormEnd send="Save" atWork="Saving …" busy={busy} error={error} onCancel={close} />
    </form>
  )
}

/** Only what is changed is sent: a picture of a sign-in provider may stay at whatever address it has. */
function update({ photoURL }: Account, { name, picture }: Person) {
  const image = picture.trim() || null
  return askAccount('/update-user', { name, ...(image !== photoURL && { image }) })
}

function pictureProblem(typed: string): string | true {
  const address = typed.trim()
  return address === '' || isHttpsAddress(address) || HTTPS_ADDRESS_WANTED
}
