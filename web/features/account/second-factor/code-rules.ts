/** Validation rules for a code of six digits. Spaces are ignored. */
export const codeRules = {
  setValueAs: (input: string) => input.replace(/\s/g, ''),
  validate: (code: string) => /^\d{6}$/.test(code) || 'Six digits required',
}
