export const HTTPS_ADDRESS_WANTED = 'Give an address that begins with https://'

/** Whether a text is an https address, without blanks and control characters, in small letters at its head. */
export function isHttpsAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  return /^https:\/\/[^\s\u0000-\u001f\u007f]+$/.test(text) && URL.canParse(text)
}
