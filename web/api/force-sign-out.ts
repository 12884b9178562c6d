let listener: () => void = () => {}

/** Registers the one listener that signs the user out. */
export function onForcedSignOut(newListener: () => void): void {
  listener = newListener
}

/** Called when the server rejects the user's session or rights (401, 403). */
export function forceSignOut(): void {
  listener()
}
