import type { StripeCardElementOptions } from '@stripe/stripe-js'

/** The provider renders its fields in an iframe, which cannot read our CSS variables. */
const colours = {
  light: { ink: '#111826', ink3: '#626976', bad: '#b31220' },
  dark: { ink: '#ebeff4', ink3: '#9099a6', bad: '#fc918e' },
}

/** Options of the card field, in the colours of the theme. */
export function cardOptions(scheme: 'light' | 'dark', disabled: boolean): StripeCardElementOptions {
  const { ink, ink3, bad } = colours[scheme]
  return {
    hidePostalCode: true,
    disabled,
    style: {
      base: {
        color: ink,
        iconColor: ink3,
        fontFamily: "Archivo, 'Helvetica Neue', Helvetica, Arial, sans-serif",
        fontSize: '16px',
        fontSmoothing: 'antialiased',
        '::placeholder': { color: ink3 },
        ':disabled': { color: ink3 },
      },
      invalid: { color: bad, iconColor: bad },
    },
  }
}
