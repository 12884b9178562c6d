/**
 * The frame's end of the channel that the page's script opened. Messages are read only from the
 * page around this frame, of the origin it named at the start, with the channel's id.
 */
export function openChannel(onMessage) {
  const { channel, origin } = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  if (!/^https?:\/\/(localhost|127(\.\d+){3}|\[::1\]|[\w-]+\.localhost)(:\d+)?$/.test(origin)) {
    throw new Error('Only pages on this machine may show this frame.')
  }
  window.addEventListener('message', ({ data, origin: from, source }) => {
    if (source !== window.parent || from !== origin || data?.channel !== channel) return
    onMessage(data)
  })
  return (message) => window.parent.postMessage({ ...message, channel }, origin)
}
