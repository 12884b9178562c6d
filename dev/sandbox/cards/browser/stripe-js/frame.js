/**
 * Opens a frame on the provider's origin and a channel to it. Accepts messages only from that frame and
 * origin, with the channel ID.
 */
export function openFrame({ origin, path, name, title, onMessage }) {
  const channel = [...crypto.getRandomValues(new Uint32Array(4))].join('-')
  const iframe = document.createElement('iframe')
  const queue = []
  let ready = false

  iframe.name = name
  iframe.title = title
  iframe.allow = 'payment *'
  const handshake = { channel, origin: window.location.origin }
  iframe.src = `${origin}${path}#${encodeURIComponent(JSON.stringify(handshake))}`
  window.addEventListener('message', receive)

  return { iframe, send, close }

  function receive({ data, origin: from, source }) {
    if (source !== iframe.contentWindow || from !== origin || data?.channel !== channel) return
    if (data.type === 'ready') {
      ready = true
      for (const message of queue.splice(0)) send(message)
    }
    onMessage(data)
  }

  function send(message) {
    if (ready) iframe.contentWindow?.postMessage({ ...message, channel }, origin)
    else queue.push(message)
  }

  function close() {
    window.removeEventListener('message', receive)
    iframe.remove()
  }
}

/** Removes the border and the background of a frame. */
export function styleFrame(iframe, styles) {
  // The same colour scheme inside and outside keeps the frame transparent on dark pages.
  Object.assign(iframe.style, { border: 'none', display: 'block', colorScheme: 'light', ...styles })
}

/** Shows the bank's page over the whole window until the customer passes or fails the challenge. */
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

/** Creates an error for wrong use of the API by the page. */
export function integrationError(message) {
  const error = new Error(message)
  error.name = 'IntegrationError'
  return error
}

/** Returns the intent ID in a client secret such as `pi_1_secret_2`. */
export function intentIdOf(clientSecret, method) {
  const id = /^(pi_[^_]+)_secret_[^_]+$/.exec(String(clientSecret))?.[1]
  if (id) return id
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  )
}
