import { HTTPS_URL_MESSAGE, isHttpsUrl } from '@freehub/contract/https-url'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import type { Profile, ProfileUpdate } from '@freehub/contract/users/user-schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { clearDraft, readDraft } from '../../../ui/forms/form-draft.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { orderContactQuery } from '../../orders/purchase/use-order-form.ts'
import { profilePath, profileQuery } from './profile-query.ts'

/** Changes a profile. A cleared field shows the current value, which it keeps. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const {
    register,
    errors,
    isCleared,
    isUnchanged,
    submit,
    isUpdating,
    discardDraft,
    clearUnchanged,
  } = useProfileForm(profile)

  const fieldProps = (name: 'education' | 'phone' | 'linkedin' | 'address') => ({
    hint: isCleared(name) ? 'Stays unchanged' : undefined,
    placeholder: profile[name],
    error: errors[name]?.message,
  })

  return (
    <form
      className="formgrid formgrid-two profile-form"
      noValidate
      onSubmit={submit}
      onInput={clearUnchanged}
    >
      <Field
        label="Education"
        autoComplete="off"
        maxLength={PROFILE_EDUCATION_LENGTH}
        {...fieldProps('education')}
        {...register('education')}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={PROFILE_PHONE_LENGTH}
        {...fieldProps('phone')}
        {...register('phone')}
      />
      <Field
        label="Linkedin"
        className="full"
        type="url"
        autoComplete="url"
        maxLength={URL_LENGTH}
        {...fieldProps('linkedin')}
        {...register('linkedin', { validate: validateLinkedin })}
      />
      <TextAreaField
        label="Location"
        className="full"
        rows={3}
        autoComplete="street-address"
        maxLength={PROFILE_ADDRESS_LENGTH}
        {...fieldProps('address')}
        {...register('address')}
      />
      <div className="full profile-send">
        {errors.root?.message && <ErrorNote text={errors.root.message} />}
        <div role="status">
          {isUnchanged && (
            <p className="note note-plain">
              Nothing changed. Your profile already has these values.
            </p>
          )}
        </div>
        <div className="act">
          <SubmitButton busy={isUpdating} busyLabel="Updating …">
            Update
          </SubmitButton>
          <Link className="btn btn-outline" to={paths.myProfile} onClick={discardDraft}>
            Cancel
          </Link>
        </div>
      </div>
    </form>
  )
}

function validateLinkedin(input: string): string | true {
  const url = input.trim()
  return url === '' || isHttpsUrl(url) || HTTPS_URL_MESSAGE
}

type ProfileFields = Required<ProfileUpdate>

const FIELDS = ['education', 'phone', 'linkedin', 'address'] as const

/** State of the profile form. Starts with the unsaved draft, if there is one, else with the profile. */
function useProfileForm(profile: Profile) {
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

/** Storage key of the unsaved profile form. */
const PROFILE_DRAFT = 'profileUpdate'

/** Updates the user's own profile. Empty fields keep their value. Refetches the profile, also after errors. */
function useUpdateProfile(email: string) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(email)

  return useMutation({
    mutationFn: async (update: ProfileUpdate): Promise<{ changed: boolean }> => {
      const { result } = await call<{ result: { modifiedCount: number } }>(
        'PUT',
        profilePath(email),
        { body: update },
      )
      return { changed: result.modifiedCount > 0 }
    },
    networkMode: 'always',
    onSuccess: ({ changed }, update) => {
      clearDraft(email, PROFILE_DRAFT)
      if (!changed) return
      client.setQueryData(queryKey, (before) => before && { ...before, ...omitEmpty(update) })
      client.removeQueries({ queryKey: orderContactQuery(email).queryKey })
      void showToast('Profile update successful')
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

function omitEmpty(update: ProfileUpdate): ProfileUpdate {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value))
}
