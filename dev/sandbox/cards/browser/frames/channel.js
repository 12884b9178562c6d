/**
 * Opens the frame's end of the channel to the page. Accepts messages only from the parent page, with the
 * origin and channel ID given at the start.
 */
export function openChannel(onMessage) {
  const { channel, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  if (!/^https?:\/\/(localhost|127(\.\d+){3}|\[::1\]|[\w-]+\.localhost)(:\d+)?$/.test(origin)) {
    throw new Error('Only pages on this machine can embed this frame.')
  }
  window.addEventListener('message', ({ data, origin: from, source }) => {
    if (source !== window.parent || from !== origin || data?.channel !== channel) return
    onMessage(data)
  })
  return (message) => window.parent.postMessage({ ...message, channel }, origin)
}
