export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After a minute, the browser has started to read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
