import { type Block, greeting, type Letter } from './letter.ts'

/** A letter as plain text. */
export function letterAsText(letter: Letter): string {
  return `${[greeting(letter), ...letter.blocks.map(blockAsText), 'Freehub'].join('\n\n')}\n`
}

function blockAsText(block: Block): string {
  if (typeof block === 'string') return block
  if ('facts' in block) {
    return block.facts.map(([name, value]) => name.padEnd(FACT_WIDTH) + value).join('\n')
  }
  return `${'press' in block ? block.press : block.see}:\n${block.url}`
}

const FACT_WIDTH = 11
