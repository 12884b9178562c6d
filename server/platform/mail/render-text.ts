import { formatGreeting, type MailBlock, type MailContent } from './mail-content.ts'

/** Renders a mail as plain text. */
export function renderMailText(letter: MailContent): string {
  return `${[formatGreeting(letter), ...letter.blocks.map(renderBlock), 'Freehub'].join('\n\n')}\n`
}

function renderBlock(block: MailBlock): string {
  if (typeof block === 'string') return block
  if ('facts' in block) {
    return block.facts.map(([name, value]) => name.padEnd(FACT_WIDTH) + value).join('\n')
  }
  return `${'button' in block ? block.button : block.link}:\n${block.url}`
}

const FACT_WIDTH = 11
