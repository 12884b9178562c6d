import type { Profile, ProfileUpdate } from '@freehub/contract/users/users'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { refusedFields } from '../../../api/refused-fields.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { paths } from '../../../paths.ts'
import { dropDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { useKeptDraft } from '../../../ui/forms/use-kept-draft.ts'
import { useGoOn } from '../../../ui/use-go-on.ts'
import { PROFILE_DRAFT, useUpdateProfile } from './update-profile.ts'

type ProfileFields = Required<ProfileUpdate>

const FIELDS = ['education', 'phone', 'linkedin', 'address'] as const

/** The profile form: begins with what the profile says, or with what was typed and not sent. */
export function useProfileForm(profile: Profile) {
  const { email, education, phone, linkedin, address } = profile
  const form = useForm<ProfileFields>({
    mode: 'onTouched',
    defaultValues: readDraft(email, PROFILE_DRAFT, { education, phone, linkedin, address }),
  })
  useKeptDraft(email, PROFILE_DRAFT, form)
  const typed = useWatch({ control: form.control }) as ProfileFields
  const [unchanged, setUnchanged] = useState(false)
  const { mutate, isPending } = useUpdateProfile(email)
  const goOn = useGoOn()
  const send = useMutateOnce(mutate)

  function update(fields: ProfileFields) {
    setUnchanged(false)
    send(trimmed(fields), { onSuccess: leave, onError: refuse })
  }

  function leave({ changed }: { changed: boolean }) {
    if (changed) goOn(paths.myProfile)
    else setUnchanged(true)
  }

  function refuse(error: Error) {
    for (const [field, message] of refusedFields(error, FIELDS)) {
      form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
    }
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    /** Fields that were emptied, and so will keep what they were. */
    emptied: (field: keyof ProfileFields) => profile[field] !== '' && typed[field].trim() === '',
    /** The shop answered that all of this had been so before. */
    unchanged,
    update: form.handleSubmit(update),
    updating: isPending,
    forget: () => dropDraft(email, PROFILE_DRAFT),
    touch: () => setUnchanged(false),
  }
}

function trimmed(fields: ProfileFields): ProfileFields {
  const { education, phone, linkedin, address } = fields
  return {
    education: education.trim(),
    phone: phone.trim(),
    linkedin: linkedin.trim(),
    address: address.trim(),
  }
}
