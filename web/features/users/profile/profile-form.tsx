import { HTTPS_URL_MESSAGE, isHttpsUrl } from '@freehub/contract/https-url'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import type { Profile, ProfileUpdate } from '@freehub/contract/users/user-schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { useSend } from '../../../api/use-send.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/dialogs/toast.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { clearDraft } from '../../../ui/forms/form-draft.ts'
import { readEdits } from '../../../ui/forms/read-edits.ts'
import { showFieldErrors } from '../../../ui/forms/show-field-errors.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useFormDraft } from '../../../ui/forms/use-form-draft.ts'
import { useNavigateIfCurrent } from '../../../ui/use-navigate-if-current.ts'
import { orderContactQuery } from '../../orders/purchase/use-order-form.ts'
import { profilePath, profileQuery } from './profile-query.ts'

type ProfileFields = Required<ProfileUpdate>

const DRAFT_KEY = 'profileUpdate'
const FIELDS = ['education', 'phone', 'linkedin', 'address'] as const

/**
 * Changes a profile. Sends only the fields that the user has changed, because another device may have changed others.
 * An empty field shows the stored value as its placeholder, because saving keeps this value.
 */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [loaded] = useState(profile)
  const { email, education, phone, linkedin, address } = loaded
  const [before] = useState({ education, phone, linkedin, address })
  const form = useForm<ProfileFields>({
    mode: 'onTouched',
    defaultValues: readEdits(email, DRAFT_KEY, before),
  })
  const { register, formState, handleSubmit, setError, control } = form
  const { errors } = formState
  useFormDraft(email, DRAFT_KEY, form, before)
  const values = useWatch({ control }) as ProfileFields
  const [isUnchanged, setIsUnchanged] = useState(false)
  const { mutate: send, isPending } = useUpdateProfile(email)
  const navigate = useNavigateIfCurrent()

  function submit(fields: ProfileFields) {
    setIsUnchanged(false)
    send(blankUnchanged(fields, loaded), {
      onSuccess({ changed }) {
        if (changed) navigate(paths.myProfile)
        else setIsUnchanged(true)
      },
      onError: (error) => showFieldErrors(setError, toFieldErrors(error, FIELDS)),
    })
  }

  const fieldProps = (name: keyof ProfileFields) => ({
    hint: profile[name] !== '' && values[name].trim() === '' ? 'Stays unchanged' : undefined,
    placeholder: profile[name],
    error: errors[name]?.message,
  })

  return (
    <form
      className="formgrid formgrid-two profile-form max-w-200"
      noValidate
      onSubmit={handleSubmit(submit)}
      onInput={() => setIsUnchanged(false)}
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
        label="LinkedIn"
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
      <div className="full profile-submit grid gap-4.5">
        {errors.root?.message && <ErrorMessage text={errors.root.message} />}
        <div role="status">
          {isUnchanged && (
            <p className="message message-info">
              Nothing changed. Your profile already has these values.
            </p>
          )}
        </div>
        <div className="actions">
          <SubmitButton label="Update" busy={isPending} busyLabel="Updating …" />
          <Link
            className="btn btn-outline"
            to={paths.myProfile}
            onClick={() => clearDraft(email, DRAFT_KEY)}
          >
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

/** Trims the fields. An unchanged field becomes empty, so that the server keeps its value. */
function blankUnchanged(fields: ProfileFields, loaded: Profile): ProfileFields {
  const entries = FIELDS.map((name) => {
    const value = fields[name].trim()
    return [name, value === loaded[name] ? '' : value]
  })
  return Object.fromEntries(entries)
}

/** Updates a profile. Empty fields keep their values. Then refetches the profile, even after errors. */
function useUpdateProfile(email: string) {
  const client = useQueryClient()
  const { queryKey } = profileQuery(email)

  return useSend({
    mutationFn: async (update: ProfileUpdate): Promise<{ changed: boolean }> => {
      const { result } = await call<{ result: { modifiedCount: number } }>(
        'PUT',
        profilePath(email),
        { body: update },
      )
      return { changed: result.modifiedCount > 0 }
    },
    onSuccess: ({ changed }, update) => {
      clearDraft(email, DRAFT_KEY)
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
