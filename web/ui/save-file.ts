/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(bytes: Blob, name: string): void {
  const file = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000)
}
