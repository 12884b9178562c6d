import { HTTPS_URL_MESSAGE, isHttpsUrl } from '@freehub/contract/https-url'
import type { Account } from '@freehub/contract/identity/calls'
import { PERSON_NAME_LENGTH, URL_LENGTH } from '@freehub/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../ui/dialogs/toast.ts'
import { createField } from '../../ui/forms/create-field.ts'
import { Field } from '../../ui/forms/field.tsx'
import { clearDraft } from '../../ui/forms/form-draft.ts'
import { readEdits } from '../../ui/forms/read-edits.ts'
import { useFormDraft } from '../../ui/forms/use-form-draft.ts'
import { ProfilePhoto } from '../../ui/profile-photo.tsx'
import { nameRules } from '../identity/field-rules.ts'
import { AccountForm } from './account-actions.tsx'
import { callAccountApi } from './account-api.ts'
import { refetchIdentity, useAccountMutation } from './account-queries.ts'
import { AccountSection, InlineForm } from './account-section.tsx'

export function NameAndPictureSection({ account }: { account: Account }) {
  return (
    <AccountSection
      title="Name and picture"
      description="Your name appears on your orders and reviews. Your picture appears only on your profile."
    >
      <div className="account-person flex items-center gap-5 max-w-full">
        <ProfilePhoto url={account.photoURL} name={account.name} />
        <p className="account-value">{account.name}</p>
      </div>
      <InlineForm buttonLabel="Change Name or Picture">
        {(close) => <NameAndPictureForm account={account} onClose={close} />}
      </InlineForm>
    </AccountSection>
  )
}

const DRAFT_KEY = 'person'

type NameAndPicture = Record<'name' | 'picture', string>

/** Changes name and picture. An empty picture field removes the picture. */
function NameAndPictureForm({ account, onClose }: { account: Account; onClose: () => void }) {
  // A refetch may change the account while the form is open.
  const [loaded] = useState(account)
  const { email, name, photoURL } = loaded
  const [before] = useState({ name, picture: photoURL ?? '' })
  const form = useForm<NameAndPicture>({ defaultValues: readEdits(email, DRAFT_KEY, before) })
  useFormDraft(email, DRAFT_KEY, form, before)
  const { register, handleSubmit, formState } = form
  const field = createField(register, formState.errors)
  const client = useQueryClient()
  const change = useAccountMutation(
    (fields: NameAndPicture) => updateUser(loaded, fields),
    () => {
      void refetchIdentity(client)
      void showToast('Name and picture saved')
      close()
    },
  )

  function close() {
    clearDraft(email, DRAFT_KEY)
    onClose()
  }

  return (
    <AccountForm
      submitLabels={['Save', 'Saving …']}
      change={change}
      onSubmit={handleSubmit((fields) => change.mutate({ ...fields, name: fields.name.trim() }))}
      onCancel={close}
    >
      <Field
        label="Name"
        autoComplete="name"
        maxLength={PERSON_NAME_LENGTH}
        {...field('name', nameRules)}
      />
      <Field
        label="Picture URL"
        hint="Optional"
        type="url"
        autoComplete="photo"
        placeholder="https://"
        maxLength={URL_LENGTH}
        {...field('picture', {
          validate: (input) => input === (photoURL ?? '') || validatePicture(input),
        })}
      />
    </AccountForm>
  )
}

/**
 * Sends only the fields that the user has changed. Another device may have changed the other one, and a URL from a sign-in
 * provider may not pass validation.
 */
async function updateUser(before: Account, { name, picture }: NameAndPicture): Promise<void> {
  const image = picture.trim() || null
  const change = {
    ...(name !== before.name && { name }),
    ...(image !== before.photoURL && { image }),
  }
  if (Object.keys(change).length > 0) await callAccountApi('/update-user', change)
}

function validatePicture(input: string): string | true {
  const url = input.trim()
  return url === '' || isHttpsUrl(url) || HTTPS_URL_MESSAGE
}
