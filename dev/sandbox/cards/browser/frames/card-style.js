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

/** Creates a style sheet from the page's options. Ignores unknown properties and states. */
export function sheetOf(style = {}) {
  const sheet = new CSSStyleSheet()
  for (const [state, selector] of Object.entries(selectors)) {
    add(sheet, selector, style[state] ?? {})
    for (const pseudo of pseudoClasses) add(sheet, selector + pseudo, style[state]?.[pseudo] ?? {})
  }
  // The font applies to the whole line, including the icon.
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

function add(sheet, selector, styles) {
  const { style } = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
  for (const name of properties) if (styles[name]) style[name] = String(styles[name])
}
