import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail } from '@freehub/contract/email'

/** Validation rules with the specification's messages. */
export const emailRules = {
  required: 'Email required',
  validate: (email: string) => isEmail(email.trim()) || 'Provide a valid email',
}

export const passwordRules = {
  required: 'Password required',
  minLength: {
    value: MINIMUM_PASSWORD_LENGTH,
    message: `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
  },
}
