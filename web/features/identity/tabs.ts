export type SessionEvent = 'signedIn' | 'signedOut'

const channel =
  typeof BroadcastChannel === 'undefined' || import.meta.env?.SSR
    ? undefined
    : new BroadcastChannel('freehub-session')

/** Notifies the shop's other tabs of a sign-in or sign-out. */
export function notifyTabs(sessionEvent: SessionEvent): void {
  channel?.postMessage(sessionEvent)
}

export function onTabMessage(listener: (sessionEvent: SessionEvent) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionEvent>) => listener(event.data))
}
