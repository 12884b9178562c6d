import { createCardElement } from './card-element.js'
import { integrationError } from './mistakes.js'

/** Makes the page's elements; this stand-in has the card field. */
export function createElements(origin) {
  let card = null

  return {
    create(type, options) {
      if (type !== 'card') {
        throw integrationError(`The sandbox's stand-in has no Element of type ${type}.`)
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
