import { brandName, cardForm, fieldRules } from './card-fields.js'
import { sheetOf } from './card-style.js'
import { openChannel } from './channel.js'

const form = document.querySelector('#card')
const icon = document.querySelector('#icon')
const fields = document.querySelector('#fields')
const inputs = [...fields.querySelectorAll('input')]
/** Fields whose incompleteness is to be said: left once, or sent. */
const judged = new Set()
let told = ''

const send = openChannel((message) => actions[message.type]?.(message))

const actions = {
  options: ({ options }) => applyOptions(options),
  focus: () => (inputs.find((input) => problemOf(input)) ?? inputs[0]).focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const input of inputs) input.value = ''
    judged.clear()
    tell()
  },
  submit,
}

for (const input of inputs) {
  input.addEventListener('input', (event) => typed(input, event))
  input.addEventListener('keydown', (event) => pressed(input, event))
  input.addEventListener('focus', () => send({ type: 'focus' }))
  input.addEventListener('blur', () => left(input))
}
form.addEventListener('submit', (event) => event.preventDefault())
new ResizeObserver(() =>
  send({ type: 'height', height: form.getBoundingClientRect().height }),
).observe(form)
send({ type: 'ready' })

function values() {
  return Object.fromEntries(inputs.map((input) => [input.name, input.hidden ? '' : input.value]))
}

function problemOf(input) {
  return input.hidden ? null : fieldRules[input.name].problem(input.value, values())
}

function typed(input, event) {
  const before = input.value
  const caret = input.selectionStart ?? before.length
  const signs = countSigns(before.slice(0, caret))
  const erasing = event.inputType?.startsWith('delete')
  const shown = erasing && / \/$/.test(before) ? before.slice(0, 1) : before
  input.value = fieldRules[input.name].format(shown, values())
  if (caret < before.length) placeCaret(input, signs)
  judged.delete(input)
  tell()
  if (!erasing && !problemOf(input) && caret === before.length) advance(input)
}

function countSigns(text) {
  return text.replace(/[\s/]/g, '').length
}

function placeCaret(input, signs) {
  let at = 0
  for (let seen = 0; seen < signs && at < input.value.length; at++) {
    if (!/[\s/]/.test(input.value[at])) seen++
  }
  input.setSelectionRange(at, at)
}

function advance(input) {
  if (input.name === 'postal') return
  const next = inputs.slice(inputs.indexOf(input) + 1).find((other) => !other.hidden)
  if (next && document.activeElement === input) next.focus()
}

function pressed(input, event) {
  if (event.key === 'Enter') send({ type: 'enter' })
  if (event.key === 'Escape') send({ type: 'escape' })
  const previous = inputs[inputs.indexOf(input) - 1]
  if (event.key === 'Backspace' && input.value === '' && previous) previous.focus()
}

function left(input) {
  if (input.value) judged.add(input)
  tell()
  // The end of the number is what a person knows a card by.
  if (input.name === 'cardnumber') {
    requestAnimationFrame(() => {
      input.scrollLeft = input.scrollWidth
    })
  }
  if (!inputs.includes(document.activeElement) || !document.hasFocus()) send({ type: 'blur' })
}

/** Shows the state of the fields and tells the page of it when it has changed. */
function tell() {
  const all = values()
  const problems = inputs.map((input) => [input, problemOf(input)])
  const brand = brandName(all)
  const wrong = problems.filter(([input, problem]) => problem && isSaid(input, problem))
  const complete = problems.every(([, problem]) => !problem)

  for (const [input] of problems)
    input.setAttribute('aria-invalid', String(wrong.some(([w]) => w === input)))
  form.classList.toggle('complete', complete)
  form.classList.toggle('invalid', wrong.length > 0)
  fields.classList.toggle('number-known', !problemOf(inputs[0]))
  icon.dataset.brand = brand

  const problem = wrong[0]?.[1]
  const event = {
    elementType: 'card',
    empty: Object.values(all).every((value) => value === ''),
    complete,
    brand,
    error: problem ? { type: 'validation_error', ...problem } : undefined,
    value: { postalCode: all.postal },
  }
  const telling = JSON.stringify(event)
  if (telling !== told) send({ type: 'change', event })
  told = telling
}

/** What cannot become right by going on is said at once, what is unfinished only when left. */
function isSaid(input, problem) {
  return judged.has(input) || (input.value !== '' && problem.code.startsWith('invalid'))
}

function applyOptions({ style, hidePostalCode, hideIcon, disabled, value }) {
  document.adoptedStyleSheets = [sheetOf(style)]
  const postal = inputs.find((input) => input.name === 'postal')
  postal.hidden = Boolean(hidePostalCode)
  if (value?.postalCode !== undefined && !postal.value) postal.value = String(value.postalCode)
  icon.classList.toggle('hidden', Boolean(hideIcon))
  for (const input of inputs) input.disabled = Boolean(disabled)
}

/** Sends the page's fields with the card's to the provider; the page gets the answer alone. */
async function submit({ call, path, fields: others, prefix }) {
  for (const input of inputs) judged.add(input)
  tell()
  const problem = inputs.map(problemOf).find(Boolean)
  if (problem) {
    const error = { type: 'validation_error', ...problem }
    return send({ type: 'answer', call, status: 0, body: { error } })
  }
  if (!/^\/v1\/(payment_intents\/\w+\/confirm|payment_methods)$/.test(path)) return
  send({
    type: 'answer',
    call,
    ...(await post(path, { ...others, ...cardForm(values(), prefix) })),
  })
}

async function post(path, fields) {
  try {
    const answer = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, body: await answer.json() }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
    return { status: 0, body: { error: { type: 'api_connection_error', message } } }
  }
}
