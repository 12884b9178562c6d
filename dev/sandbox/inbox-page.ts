/** Renders the header of the inbox pages for mail and SMS. */
export function renderInboxHeader(current: 'mail' | 'sms'): string {
  const tab = (page: 'mail' | 'sms', name: string) =>
    `<a href="/${page}"${page === current ? ' aria-current="page"' : ''}>${name}</a>`
  return `<h1>Inbox</h1>
<nav class="tabs" aria-label="Inbox">${tab('mail', 'Mail')}${tab('sms', 'SMS')}</nav>
<p class="quiet">${current === 'mail' ? 'All emails' : 'All SMS'}, newest first.</p>`
}

export function renderReceivedAt({ receivedAt }: { receivedAt: string }): string {
  const current = new Date(receivedAt).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return `<time datetime="${receivedAt}">${current}</time>`
}
