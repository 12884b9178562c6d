import { createCardElement } from './card-element.js'
import { integrationError } from './errors.js'

/** Creates the elements of a page. The stand-in supports only the card field. */
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
