import { brandName, cardForm, fieldRules } from './card-fields.js'
import { sheetOf } from './card-style.js'
import { openChannel } from './channel.js'

const form = document.querySelector('#card')
const icon = document.querySelector('#icon')
const fields = document.querySelector('#fields')
const inputs = [...fields.querySelectorAll('input')]
/** Fields that lost focus or were submitted since their last change. Only these fields report incomplete input. */
const touched = new Set()
let lastEvent = ''

const send = openChannel((message) => actions[message.type]?.(message))

const actions = {
  options: ({ options }) => applyOptions(options),
  focus: () => (inputs.find((input) => problemOf(input)) ?? inputs[0]).focus(),
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const input of inputs) input.value = ''
    touched.clear()
    update()
  },
  submit,
}

for (const input of inputs) {
  input.addEventListener('input', (event) => handleInput(input, event))
  input.addEventListener('keydown', (event) => handleKey(input, event))
  input.addEventListener('focus', () => send({ type: 'focus' }))
  input.addEventListener('blur', () => handleBlur(input))
}
form.addEventListener('submit', (event) => event.preventDefault())
new ResizeObserver(() =>
  send({ type: 'height', height: form.getBoundingClientRect().height }),
).observe(form)
send({ type: 'ready' })
// The user may have typed before this script loaded.
for (const input of inputs) input.value = fieldRules[input.name].format(input.value, values())
if (inputs.some(({ value }) => value)) update()

function values() {
  return Object.fromEntries(inputs.map((input) => [input.name, input.value]))
}

function problemOf(input) {
  return fieldRules[input.name].problem(input.value, values())
}

function handleInput(input, event) {
  const before = input.value
  const caret = input.selectionStart ?? before.length
  const characters = countCharacters(before.slice(0, caret))
  const isDeleting = event.inputType?.startsWith('delete')
  // Deleting the separator of `05 / ` also deletes the 5.
  const text = isDeleting && / \/$/.test(before) ? before.slice(0, 1) : before
  input.value = fieldRules[input.name].format(text, values())
  if (caret < before.length) placeCaret(input, characters)
  touched.delete(input)
  update()
  if (!isDeleting && !problemOf(input) && caret === before.length) focusNext(input)
}

/** Counts characters other than separators. */
function countCharacters(text) {
  return text.replace(/[\s/]/g, '').length
}

function placeCaret(input, characters) {
  let position = 0
  for (let count = 0; count < characters && position < input.value.length; position++) {
    if (!/[\s/]/.test(input.value[position])) count++
  }
  input.setSelectionRange(position, position)
}

function focusNext(input) {
  const next = inputs[inputs.indexOf(input) + 1]
  if (next && document.activeElement === input) next.focus()
}

function handleKey(input, event) {
  if (event.key === 'Enter') send({ type: 'enter' })
  if (event.key === 'Escape') send({ type: 'escape' })
  const previous = inputs[inputs.indexOf(input) - 1]
  if (event.key === 'Backspace' && input.value === '' && previous) previous.focus()
}

function handleBlur(input) {
  if (input.value) touched.add(input)
  update()
  // Users recognise a card by its last digits.
  if (input.name === 'cardnumber') {
    requestAnimationFrame(() => {
      input.scrollLeft = input.scrollWidth
    })
  }
  if (!inputs.includes(document.activeElement) || !document.hasFocus()) send({ type: 'blur' })
}

/** Updates the display, and notifies the page if the state has changed. */
function update() {
  const all = values()
  const problems = inputs.map((input) => [input, problemOf(input)])
  const brand = brandName(all)
  const invalid = problems.filter(([input, problem]) => problem && isShown(input, problem))
  const complete = problems.every(([, problem]) => !problem)

  for (const [input] of problems)
    input.setAttribute('aria-invalid', String(invalid.some(([other]) => other === input)))
  form.classList.toggle('complete', complete)
  form.classList.toggle('invalid', invalid.length > 0)
  fields.classList.toggle('number-known', !problemOf(inputs[0]))
  icon.dataset.brand = brand

  const problem = invalid[0]?.[1]
  const event = {
    elementType: 'card',
    empty: Object.values(all).every((value) => value === ''),
    complete,
    brand,
    error: problem ? { type: 'validation_error', ...problem } : undefined,
  }
  const serialized = JSON.stringify(event)
  if (serialized !== lastEvent) send({ type: 'change', event })
  lastEvent = serialized
}

/** True for invalid input immediately, for incomplete input only after the field lost focus or was submitted. */
function isShown(input, problem) {
  return touched.has(input) || (input.value !== '' && problem.code.startsWith('invalid'))
}

function applyOptions({ style, disabled }) {
  document.adoptedStyleSheets = [sheetOf(style)]
  for (const input of inputs) input.disabled = Boolean(disabled)
}

/** Sends the page's fields and the card to the provider. The page receives only the response. */
async function submit({ call, path, fields: pageFields }) {
  for (const input of inputs) touched.add(input)
  update()
  const problem = inputs.map(problemOf).find(Boolean)
  if (problem) {
    const error = { type: 'validation_error', ...problem }
    return send({ type: 'answer', call, status: 0, body: { error } })
  }
  if (!/^\/v1\/payment_intents\/\w+\/confirm$/.test(path)) return
  const answer = await post(path, { ...pageFields, ...cardForm(values()) })
  send({ type: 'answer', call, ...answer })
}

async function post(path, fields) {
  try {
    const response = await fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: response.status, body: await response.json() }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
    return { status: 0, body: { error: { type: 'api_connection_error', message } } }
  }
}
