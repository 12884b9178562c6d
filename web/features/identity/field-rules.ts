import { MINIMUM_PASSWORD_LENGTH } from '@freehub/contract/constants'
import { isEmail } from '@freehub/contract/email'
import { PERSON_NAME_LENGTH } from '@freehub/contract/limits'
import { isE164Phone, normalizePhone } from '@freehub/contract/phone'

/** Validation rules with the specification's messages. */
export const nameRules = {
  maxLength: { value: PERSON_NAME_LENGTH, message: `At most ${PERSON_NAME_LENGTH} characters.` },
  validate: (name: string) => name.trim() !== '' || 'User Name required',
}

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

export const phoneRules = {
  required: 'Phone number required',
  validate: (phone: string) =>
    isE164Phone(normalizePhone(phone)) ||
    'Start with + and the country code, such as +49 151 23456789',
}

/** Rules for a code of six digits. They ignore spaces. */
export const codeRules = {
  setValueAs: (input: string) => input.replace(/\s/g, ''),
  validate: (code: string) => /^\d{6}$/.test(code) || 'Six digits required',
}
