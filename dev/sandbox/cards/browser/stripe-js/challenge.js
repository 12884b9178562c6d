import { openFrame, styleFrame } from './frame.js'

/** Shows the bank's page over the whole window until the customer completes it. */
export function showChallenge({ origin, key, clientSecret, source }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    const frame = openFrame({
      origin,
      path: `/cards/challenge`,
      name: '__privateStripeFrameChallenge',
      title: '3D Secure authentication frame',
      onMessage: ({ type }) => type === 'done' && close(),
    })
    frame.send({ type: 'begin', key, clientSecret, source })

    dialog.setAttribute('aria-label', 'Card authentication')
    Object.assign(dialog.style, {
      ...{ border: 'none', padding: '0', margin: '0', width: '100%', height: '100%' },
      ...{ maxWidth: 'none', maxHeight: 'none', background: 'rgb(0 0 0 / 50%)' },
    })
    styleFrame(frame.iframe, { width: '100%', height: '100%' })
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      frame.send({ type: 'give-up' })
    })
    dialog.append(frame.iframe)
    document.body.append(dialog)
    dialog.showModal()

    function close() {
      frame.close()
      dialog.close()
      dialog.remove()
      resolve()
    }
  })
}
