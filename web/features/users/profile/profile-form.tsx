import { HTTPS_ADDRESS_WANTED, isHttpsAddress } from '@freehub/contract/https-address'
import {
  PROFILE_ADDRESS_LENGTH,
  PROFILE_EDUCATION_LENGTH,
  PROFILE_PHONE_LENGTH,
  URL_LENGTH,
} from '@freehub/contract/limits'
import type { Profile } from '@freehub/contract/users/users'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { Field, TextAreaField } from '../../../ui/forms/field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** Changes a profile. An emptied field shows what it stays as. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { register, errors, emptied, unchanged, update, updating, forget, touch } =
    useProfileForm(profile)

  /** What is alike for every field. */
  const field = (name: 'education' | 'phone' | 'linkedin' | 'address') => ({
    hint: emptied(name) ? 'Stays as it was' : undefined,
    placeholder: profile[name],
    error: errors[name]?.message,
  })

  return (
    <form
      className="formgrid formgrid-two profile-form"
      noValidate
      onSubmit={update}
      onInput={touch}
    >
      <Field
        label="Education"
        autoComplete="off"
        maxLength={PROFILE_EDUCATION_LENGTH}
        {...field('education')}
        {...register('education')}
      />
      <Field
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={PROFILE_PHONE_LENGTH}
        {...field('phone')}
        {...register('phone')}
      />
      <Field
        label="Linkedin"
        className="full"
        type="url"
        autoComplete="url"
        maxLength={URL_LENGTH}
        {...field('linkedin')}
        {...register('linkedin', { validate: linkedinProblem })}
      />
      <TextAreaField
        label="Location"
        className="full"
        rows={3}
        autoComplete="street-address"
        maxLength={PROFILE_ADDRESS_LENGTH}
        {...field('address')}
        {...register('address')}
      />
      <div className="full profile-send">
        {errors.root?.message && <ErrorNote text={errors.root.message} />}
        <div role="status">
          {unchanged && (
            <p className="note note-plain">
              Nothing has changed: your profile says all this already.
            </p>
          )}
        </div>
        <div className="act">
          <SubmitButton busy={updating} atWork="Updating …">
            Update
          </SubmitButton>
          <Link className="btn btn-outline" to={paths.myProfile} onClick={forget}>
            Cancel
          </Link>
        </div>
      </div>
    </form>
  )
}

function linkedinProblem(typed: string): string | true {
  const address = typed.trim()
  return address === '' || isHttpsAddress(address) || HTTPS_ADDRESS_WANTED
}
