import type { Profile, ProfileUpdate } from '@freehub/contract/users/user-schemas'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { paths } from '../../../paths.ts'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { PROFILE_DRAFT, useUpdateProfile } from './update-profile.ts'

type ProfileFields = Required<ProfileUpdate>

const FIELDS = ['education', 'phone', 'linkedin', 'address'] as const

/** State of the profile form. Starts with the unsaved draft, if there is one, else with the profile. */
export function useProfileForm(profile: Profile) {
  const { email, education, phone, linkedin, address } = profile
  const form = useForm<ProfileFields>({
    mode: 'onTouched',
    defaultValues: readDraft(email, PROFILE_DRAFT, { education, phone, linkedin, address }),
  })
  useFormDraft(email, PROFILE_DRAFT, form)
  const values = useWatch({ control: form.control }) as ProfileFields
  const [isUnchanged, setIsUnchanged] = useState(false)
  const { mutate, isPending } = useUpdateProfile(email)
  const navigate = useNavigateIfCurrent()
  const send = useMutateOnce(mutate)

  function submit(fields: ProfileFields) {
    setIsUnchanged(false)
    send(trimFields(fields), { onSuccess: onUpdated, onError: showErrors })
  }

  function onUpdated({ changed }: { changed: boolean }) {
    if (changed) navigate(paths.myProfile)
    else setIsUnchanged(true)
  }

  function showErrors(error: Error) {
    for (const [field, message] of toFieldErrors(error, FIELDS)) {
      form.setError(field, { type: 'refused', message }, { shouldFocus: field !== 'root' })
    }
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    /** True for a cleared field, which keeps its current value. */
    isCleared: (field: keyof ProfileFields) => profile[field] !== '' && values[field].trim() === '',
    /** True if the server reported that nothing changed. */
    isUnchanged,
    submit: form.handleSubmit(submit),
    isUpdating: isPending,
    discardDraft: () => clearDraft(email, PROFILE_DRAFT),
    clearUnchanged: () => setIsUnchanged(false),
  }
}

function trimFields(fields: ProfileFields): ProfileFields {
  const { education, phone, linkedin, address } = fields
  return {
    education: education.trim(),
    phone: phone.trim(),
    linkedin: linkedin.trim(),
    address: address.trim(),
  }
}
