/** Renders the list of an inbox. Each of `rows` is a table row with a cell for each column. */
export function renderInbox(current: 'mail' | 'sms', columns: string[], rows: string[]): string {
  const tab = (page: 'mail' | 'sms', name: string) =>
    `<a href="/${page}"${page === current ? ' aria-current="page"' : ''}>${name}</a>`
  const header = `<h1>Inbox</h1>
<nav class="tabs" aria-label="Inbox">${tab('mail', 'Mail')}${tab('sms', 'SMS')}</nav>
<p class="quiet">${current === 'mail' ? 'All emails' : 'All SMS'}, newest first.</p>`
  if (rows.length === 0)
    return `${header}<p class="empty">No ${current === 'mail' ? 'mail' : 'SMS'} yet</p>`
  return `${header}<table>
<thead><tr>${columns.map((column) => `<th>${column}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`
}

export function renderReceivedAt({ receivedAt }: { receivedAt: string }): string {
  const text = new Date(receivedAt).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  return `<time datetime="${receivedAt}">${text}</time>`
}
