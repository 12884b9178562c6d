/** The pattern of `input type=email`, with a dot in the domain, and at most 64 characters before @ and 254 in all. */
export const EMAIL_PATTERN =
  /^(?=.{3,254}$)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

export function isEmail(text: string): boolean {
  return EMAIL_PATTERN.test(text)
}

/** Returns the form in which email addresses are stored and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}
