/** The head of the inbox, which has a page for mail and one for texts. */
export function inboxHead(shown: 'mail' | 'texts'): string {
  const tab = (page: 'mail' | 'texts', name: string) =>
    `<a href="/${page}"${page === shown ? ' aria-current="page"' : ''}>${name}</a>`
  return `<h1>Inbox</h1>
<nav class="tabs" aria-label="Inbox">${tab('mail', 'Mail')}${tab('texts', 'Texts')}</nav>
<p class="quiet">${shown === 'mail' ? 'All mail that was sent here' : 'All texts that were sent to phones'}, newest first.</p>`
}

/** When a message came, as a time for people and programs. */
export function sentAt({ receivedAt }: { receivedAt: string }): string {
  const shown = new Date(receivedAt).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return `<time datetime="${receivedAt}">${shown}</time>`
}
