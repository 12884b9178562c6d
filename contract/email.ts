/**
 * The one e-mail pattern, for forms, calls and the identity provider: the HTML standard's
 * (`input type=email`), with a dot in the domain, in the 254 characters that SMTP carries.
 */
export const EMAIL_PATTERN =
  /^(?=.{3,254}$)[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** True when the text is an address that mail can be sent to. */
export function isEmail(text: string): boolean {
  return EMAIL_PATTERN.test(text)
}

/** The form in which addresses are kept and compared. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase()
}
