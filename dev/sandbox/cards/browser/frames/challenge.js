import { openChannel } from './channel.js'

const complete = document.querySelector('#complete')
const fail = document.querySelector('#fail')
const problem = document.querySelector('#problem')
let payment = null

const send = openChannel((message) => {
  if (message.type === 'begin') begin(message)
  if (message.type === 'give-up' && payment) answer('failed')
})

complete.addEventListener('click', () => answer('authenticated'))
fail.addEventListener('click', () => answer('failed'))
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && payment) answer('failed')
})
send({ type: 'ready' })

async function begin({ key, clientSecret, source }) {
  payment = { key, client_secret: clientSecret, source }
  enable(true)
  complete.focus()
  await showAmount(key, clientSecret)
}

async function showAmount(key, clientSecret) {
  const query = new URLSearchParams({ key, client_secret: clientSecret })
  const response = await fetch(`/v1/payment_intents/${clientSecret.split('_secret_')[0]}?${query}`)
  if (!response.ok) return
  const { amount, currency } = await response.json()
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const formatted = format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits)
  document.querySelector('#amount').textContent = ` of ${formatted}`
}

async function answer(outcome) {
  enable(false)
  problem.textContent = ''
  const body = new URLSearchParams({ ...payment, outcome })
  const response = await fetch('/v1/3ds2/authenticate', { method: 'POST', body }).catch(() => null)
  // An expired challenge is done as well. The page then reads the state of the payment.
  if (response && response.status < 500) return send({ type: 'done' })
  problem.textContent = 'The bank did not respond. Try again.'
  enable(true)
}

function enable(on) {
  complete.disabled = !on
  fail.disabled = !on
}
