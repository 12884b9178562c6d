import { escapeXml } from '@freehub/drawings/dimension-pen'
import type { UnconfirmedMail } from './send-mails.ts'

/** The content of a mail, which is rendered as plain text and as HTML. */
export interface MailContent {
  to: string
  subject: string
  /** The name in the greeting. Undefined if the email may be another person's, because names can be abused. */
  name: string | undefined
  blocks: MailBlock[]
  /** The rate limit for an unconfirmed email address. Undefined for a confirmed one. */
  unconfirmed?: UnconfirmedMail | undefined
}

/** A paragraph, the main action, a secondary link, or facts, whose values can have several lines. */
export type MailBlock =
  | string
  | { button: string; url: string }
  | { link: string; url: string }
  | { facts: [name: string, value: string][] }

/**
 * Formats the greeting. Omits a name that mail clients would turn into a link. An attacker may have signed up with this
 * email and name.
 */
function formatGreeting({ name }: MailContent): string {
  return name && !/[/@\\]|\.\p{L}{2}/u.test(name) ? `Hello ${name},` : 'Hello,'
}

export function renderMailText(mail: MailContent): string {
  return `${[formatGreeting(mail), ...mail.blocks.map(renderTextBlock), 'Freehub'].join('\n\n')}\n`
}

function renderTextBlock(block: MailBlock): string {
  if (typeof block === 'string') return block
  if ('facts' in block) {
    const width = Math.max(...block.facts.map(([name]) => name.length))
    // Indents all lines of a value. Otherwise a customer's text could look like a fact of the shop.
    const indent = (value: string) => value.replaceAll(/[\r\n]+/g, `\n${' '.repeat(width + 1)}`)
    return block.facts.map(([name, value]) => `${name.padEnd(width)} ${indent(value)}`).join('\n')
  }
  return `${'button' in block ? block.button : block.link}:\n${block.url}`
}

/** Renders a mail as HTML with tables, inline styles, and classes for dark colours: mail clients support only these. */
export function renderMailHtml(mail: MailContent, origin: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeXml(mail.subject)}</title>
<style>${DARK}</style>
</head>
<body class="sheet ink" style="margin:0;padding:0;background:${light.sheet};color:${light.ink}">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.sheet}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="plate" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:${light.plate};border:1px solid ${light.rule}">
<tr><td bgcolor="${SLAB}" style="padding:18px 28px;background:${SLAB}"><a href="${escapeXml(origin)}" style="font:600 26px/1 ${DISPLAY};color:#ffffff;text-decoration:none">Freehub</a></td></tr>
<tr><td class="ink" style="padding:28px 28px 12px;font:400 16px/1.55 ${TEXT};color:${light.ink}">
<h1 class="ink" style="margin:0 0 20px;font:600 28px/1.15 ${DISPLAY};color:${light.ink}">${escapeXml(mail.subject)}</h1>
${[formatGreeting(mail), ...mail.blocks].map(renderHtmlBlock).join('\n')}
</td></tr>
</table>
<p class="quiet" style="margin:16px 0 0;font:400 14px/1.5 ${TEXT};color:${light.quiet}">Freehub · Bicycle spare parts, by the carton</p>
</td></tr>
</table>
</body>
</html>
`
}

function renderHtmlBlock(block: MailBlock): string {
  if (typeof block === 'string') {
    return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeXml(block)}</p>`
  }
  if ('facts' in block) return renderFacts(block.facts)
  const url = escapeXml(block.url)
  if ('link' in block) {
    return `<p style="margin:0 0 16px"><a class="link" href="${url}" style="color:${light.link}">${escapeXml(block.link)}</a></p>`
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td bgcolor="${SLAB}" style="background:${SLAB};border-radius:3px"><a href="${url}" style="display:inline-block;padding:14px 24px;font:600 18px/1 ${DISPLAY};color:#ffffff;text-decoration:none">${escapeXml(block.button)}</a></td></tr></table>`
}

function renderFacts(facts: [string, string][]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet line" valign="top" style="padding:8px 16px 8px 0;border-bottom:1px solid ${light.rule};color:${light.quiet};white-space:nowrap">${escapeXml(name)}</td><td class="line" width="100%" style="padding:8px 0;border-bottom:1px solid ${light.rule};overflow-wrap:anywhere">${escapeXml(value).replaceAll('\n', '<br>')}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;font:400 15px/1.45 ${TEXT}">
${rows.join('\n')}
</table>`
}

const DISPLAY = "'Saira Condensed','Arial Narrow',Arial,sans-serif"
const TEXT = 'Archivo,Arial,Helvetica,sans-serif'

/** The colours of web/style/frame/themes.css as hex values, which mail clients support. */
const SLAB = '#0337dc'
const light = {
  sheet: '#f3f6f8',
  plate: '#fcfdfe',
  ink: '#111826',
  quiet: '#626976',
  rule: '#cbd2d9',
  link: '#0337dc',
}
const dark = {
  sheet: '#0d1119',
  plate: '#151a24',
  ink: '#ebeff4',
  quiet: '#9099a6',
  rule: '#303743',
  link: '#8bb1ff',
}

const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.sheet{background:${dark.sheet}!important}
.plate{background:${dark.plate}!important;border-color:${dark.rule}!important}
.ink{color:${dark.ink}!important}
.quiet{color:${dark.quiet}!important}
.line{border-color:${dark.rule}!important}
.link{color:${dark.link}!important}
}`
