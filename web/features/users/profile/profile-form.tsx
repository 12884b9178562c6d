import { HTTPS_URL_MESSAGE, isHttpsUrl } from '@freehub/contract/https-url'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import type { Profile } from '@freehub/contract/users/user-schemas'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useProfileForm } from './use-profile-form.ts'

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
