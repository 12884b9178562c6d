/** A worker that serves, by its own account, and then never turns its event loop again. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

process.send?.({ serving: 'http://127.0.0.1' }, block)
