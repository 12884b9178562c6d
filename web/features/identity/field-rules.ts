import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail } from '@freehub/contract/email'

/** What a field takes that asks who one is, in the specification's words. */
export const emailRules = {
  required: 'Email required',
  validate: (email: string) => isEmail(email.trim()) || 'Provide a valid email',
}

/** What a field takes where a password is set, or given that was. */
export const passwordRules = {
  required: 'Password required',
  minLength: {
    value: MINIMUM_PASSWORD_LENGTH,
    message: `Minimum ${MINIMUM_PASSWORD_LENGTH} character or longer`,
  },
}
