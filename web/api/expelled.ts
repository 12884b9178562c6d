/** Who is told when the server no longer knows the visitor; set once, where the browser starts. */
let tell: () => void = () => {}

export function onExpelled(listener: () => void): void {
  tell = listener
}

export function expel(): void {
  tell()
}
