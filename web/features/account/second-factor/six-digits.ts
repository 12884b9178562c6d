/** What a typed code must be: six digits, in whatever groups they were typed. */
export const sixDigits = {
  setValueAs: (typed: string) => typed.replace(/\s/g, ''),
  validate: (code: string) => /^\d{6}$/.test(code) || 'Six digits required',
}
