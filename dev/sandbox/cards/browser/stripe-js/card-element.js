import { integrationError, openFrame, styleFrame } from './frame.js'

const classNames = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

const unmounted = { type: 'validation_error', message: 'The card field is no longer on the page.' }

let frames = 0

/** Creates the card field, a frame on the provider's origin, so that the page never sees the number. */
function createCardElement({ origin, options = {}, onDestroy }) {
  const listeners = createListeners()
  const classes = { ...classNames, ...options.classes }
  const pending = new Map()
  let settings = withoutClasses(options)
  let container = null
  let frame = null
  let calls = 0

  const element = {
    _elementType: 'card',
    mount(target) {
      const found = typeof target === 'string' ? document.querySelector(target) : target
      if (!found?.appendChild) {
        throw integrationError(`The selector you specified (${target}) applies to no DOM elements.`)
      }
      if (found === container) return
      element.unmount()
      container = found
      container.replaceChildren(open())
      mark({ empty: true })
    },
    unmount() {
      frame?.close()
      for (const resolve of pending.values()) resolve({ status: 0, body: { error: unmounted } })
      pending.clear()
      container?.classList.remove(...allClasses())
      container?.replaceChildren()
      container = null
      frame = null
    },
    destroy() {
      element.unmount()
      onDestroy()
    },
    update(changes) {
      Object.assign(classes, changes.classes)
      settings = { ...settings, ...withoutClasses(changes) }
      frame?.send({ type: 'options', options: settings })
    },
    on: (type, handler) => chained(listeners.on(type, handler)),
    once: (type, handler) => chained(listeners.once(type, handler)),
    off: (type, handler) => chained(listeners.off(type, handler)),
    addEventListener: (type, handler) => chained(listeners.on(type, handler)),
    removeEventListener: (type, handler) => chained(listeners.off(type, handler)),
    focus: () => send('focus'),
    blur: () => send('blur'),
    clear: () => send('clear'),
    /** Lets the frame send these fields and the card to the provider's API. */
    _submit(path, fields) {
      if (!frame) throw integrationError('This Element is not mounted.')
      const call = ++calls
      frame.send({ type: 'submit', call, path, fields })
      return new Promise((resolve) => pending.set(call, resolve))
    },
  }
  return element

  function open() {
    frame = openFrame({
      origin,
      path: '/cards/card-element',
      name: `__privateStripeFrame${++frames}`,
      title: 'Secure card payment input frame',
      onMessage: receive,
    })
    frame.send({ type: 'options', options: settings })
    styleFrame(frame.iframe, { width: '100%', height: '19.2px', minWidth: '100%' })
    return frame.iframe
  }

  function receive(message) {
    const { type } = message
    if (type === 'ready') listeners.emit('ready', { elementType: 'card' })
    if (type === 'change') mark(message.event)
    if (type === 'focus') mark({ focus: true })
    if (type === 'blur') mark({ focus: false })
    if (type === 'change') listeners.emit('change', message.event)
    if (['focus', 'blur', 'escape'].includes(type)) listeners.emit(type, { elementType: 'card' })
    if (type === 'height') frame.iframe.style.height = `${Number(message.height)}px`
    if (type === 'enter') submitForm(container)
    if (type === 'answer') {
      pending.get(message.call)?.(message)
      pending.delete(message.call)
    }
  }

  function mark(state) {
    container?.classList.add(classes.base)
    for (const name of ['complete', 'empty', 'focus']) {
      if (name in state) container?.classList.toggle(classes[name], state[name])
    }
    if ('complete' in state) container?.classList.toggle(classes.invalid, Boolean(state.error))
  }

  function allClasses() {
    return Object.values(classes).filter(Boolean)
  }

  function send(type) {
    frame?.send({ type })
  }

  function chained() {
    return element
  }
}

function withoutClasses({ classes: _, ...options }) {
  return options
}

/** Submits the form, as the Enter key in one of its own fields does. */
function submitForm(container) {
  const form = container?.closest('form')
  const button = form?.querySelector('button:not([type]), [type=submit]')
  if (button) button.click()
  else form?.requestSubmit()
}

/** Creates the elements of a page. The sandbox supports only the card field. */
export function createElements(origin) {
  let card = null

  return {
    create(type, options) {
      if (type !== 'card') {
        throw integrationError(`The sandbox does not support Elements of type ${type}.`)
      }
      if (card) throw integrationError('Can only create one Element of type card.')
      const onDestroy = () => {
        card = null
      }
      card = createCardElement({ origin, options, onDestroy })
      return card
    },
    getElement(type) {
      const name = typeof type === 'function' ? type.__elementType : type
      return name === 'card' ? card : null
    },
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  }
}

/** Creates the event listeners of an element. */
function createListeners() {
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
