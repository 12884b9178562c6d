const properties = [
  ...['backgroundColor', 'color', 'fontFamily', 'fontSize', 'fontSmoothing', 'fontStyle'],
  ...['fontVariant', 'fontWeight', 'letterSpacing', 'lineHeight', 'padding', 'textAlign'],
  ...['textDecoration', 'textShadow', 'textTransform'],
]
const pseudoClasses = [
  ':hover',
  ':focus',
  '::placeholder',
  '::selection',
  ':-webkit-autofill',
  ':disabled',
]

const selectors = {
  base: 'input',
  empty: 'input:placeholder-shown',
  complete: '#card.complete input',
  invalid: 'input[aria-invalid="true"]',
}

/** A style sheet of what the page wished: known properties of known states, and nothing else. */
export function sheetOf(style = {}) {
  const sheet = new CSSStyleSheet()
  for (const [state, selector] of Object.entries(selectors)) {
    add(sheet, selector, style[state] ?? {})
    for (const pseudo of pseudoClasses) add(sheet, selector + pseudo, style[state]?.[pseudo] ?? {})
  }
  // What sets the size of a line belongs to the whole of it, the icon too.
  const { fontFamily, fontSize } = style.base ?? {}
  add(sheet, '#card', { fontFamily, fontSize })
  addIcon(sheet, style)
  return sheet
}

function addIcon(sheet, style) {
  add(sheet, '#icon', { color: style.base?.iconColor })
  add(sheet, '#card.complete #icon', { color: style.complete?.iconColor })
  add(sheet, '#card.invalid #icon', { color: style.invalid?.iconColor })
}

function add(sheet, selector, wishes) {
  const { style } = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const name of properties) if (wishes[name]) style[name] = String(wishes[name])
}
