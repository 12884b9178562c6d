/**
 * Opens a frame of the provider's origin and a channel to it. Each message carries the frame's own
 * channel id and is read only from that frame and that origin.
 */
export function openFrame({ origin, path, name, title, onMessage }) {
  const channel = [...crypto.getRandomValues(new Uint32Array(4))].join('-')
  const iframe = document.createElement('iframe')
  const queue = []
  let ready = false

  iframe.name = name
  iframe.title = title
  iframe.allow = 'payment *'
  const hello = { channel, origin: window.location.origin }
  iframe.src = `${origin}${path}#${encodeURIComponent(JSON.stringify(hello))}`
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

/** A frame shows its page and nothing of its own around it. */
export function styleFrame(iframe, styles) {
  // With one colour scheme inside and out the frame stays see-through on dark pages too.
  Object.assign(iframe.style, { border: 'none', display: 'block', colorScheme: 'light', ...styles })
}
