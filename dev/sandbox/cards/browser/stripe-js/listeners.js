/** Creates the event listeners of an element. */
export function newListeners() {
  const handlers = new Map()
  const of = (type) => handlers.get(type) ?? []

  return {
    on: (type, handler) => handlers.set(type, [...of(type), { handler, call: handler }]),
    once(type, handler) {
      const call = (event) => {
        this.off(type, handler)
        handler(event)
      }
      handlers.set(type, [...of(type), { handler, call }])
    },
    off(type, handler) {
      handlers.set(type, handler ? of(type).filter((entry) => entry.handler !== handler) : [])
    },
    emit(type, event) {
      for (const { call } of of(type)) call(event)
    },
  }
}
