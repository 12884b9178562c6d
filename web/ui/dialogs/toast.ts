import type { ToastKind, ToastLink } from './toaster.tsx'

/** Shows a toast for five seconds. Loads the toaster's code at first use. */
export async function showToast(
  message: string,
  kind: ToastKind = 'success',
  link?: ToastLink,
): Promise<void> {
  const { pushToast } = await import('./toaster.tsx')
  pushToast(message, kind, link)
}
