import { isEmail } from '@freehub/contract/email'

export interface ContactMessage {
  name: string
  email: string
  comment: string
}

/** Returns the error messages by field. */
export function validateContactMessage(message: ContactMessage): Partial<ContactMessage> {
  const errors: Partial<ContactMessage> = {}
  if (!message.name.trim()) errors.name = 'Name required'
  if (!message.email.trim()) errors.email = 'Email required'
  else if (!isEmail(message.email.trim())) errors.email = 'Provide a valid email'
  if (!message.comment.trim()) errors.comment = 'Please Comment'
  return errors
}
