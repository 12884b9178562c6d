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
