export type ToastKind = 'success' | 'error'

/** Says in the corner what has happened, for five seconds. What shows it is loaded on first use. */
export async function showToast(message: string, kind: ToastKind = 'success'): Promise<void> {
  const { pushToast } = await import('./toaster.tsx')
  pushToast(message, kind)
}
