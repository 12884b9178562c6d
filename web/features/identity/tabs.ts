export type SessionNews = 'signedIn' | 'signedOut'

const channel =
  typeof BroadcastChannel === 'undefined' || import.meta.env?.SSR
    ? undefined
    : new BroadcastChannel('freehub-session')

/** Tells the shop's other tabs that somebody signed in or out. */
export function tellTabs(news: SessionNews): void {
  channel?.postMessage(news)
}

export function onNewsFromTabs(listener: (news: SessionNews) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionNews>) => listener(event.data))
}
