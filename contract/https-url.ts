export const HTTPS_URL_MESSAGE = 'Enter a URL that begins with https://'

/** True for an HTTPS URL with a lowercase scheme and without whitespace or control characters. */
export function isHttpsUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern refuses them
  return /^https:\/\/[^\s\u0000-\u001f\u007f]+$/.test(text) && URL.canParse(text)
}
