import PDFDocument from 'pdfkit'
import type { PaperSize } from './paper.ts'

type Element = PDFKit.PDFStructureElement

/** A document as it is written: where the pen is, and between which edges. Lengths in points. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  /** What it is made of, for those who have it read to them. */
  root: Element
  y: number
  left: number
  right: number
  bottom: number
}

const MARGIN = 48
const FOOT = 40

/** An empty document of this paper. Its pages are kept until the end, for their numbers are not known before. */
export function openSheet(
  size: PaperSize,
  info: { title: string; author: string; date: Date },
): Sheet {
  const doc = new PDFDocument({
    size: size.toUpperCase(),
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.date },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const { width, height } = doc.page
  return {
    doc,
    root,
    y: MARGIN,
    left: MARGIN,
    right: width - MARGIN,
    bottom: height - MARGIN - FOOT,
  }
}

/** Begins a new page where this much does not fit on the one under the pen. Answers whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom || sheet.y === MARGIN) return false
  sheet.doc.addPage()
  sheet.y = MARGIN
  return true
}

/** A part of the document that has others within. */
export function section(sheet: Sheet, within: Element, tag: string): Element {
  const element = sheet.doc.struct(tag)
  within.add(element)
  return element
}

/** Draws something and says what it is: a heading, a paragraph, a cell. It must not turn the page. */
export function say({ doc }: Sheet, within: Element, tag: string, draw: () => void): void {
  const content = doc.markStructureContent(tag)
  draw()
  doc.endMarkedContent()
  // The types do not know yet that a head can say what it is the head of.
  const options = tag === 'TH' ? ({ scope: 'Column' } as object) : {}
  const element = doc.struct(tag, options, [content])
  within.add(element)
}

/** Draws what only pleases the eye: rules and grounds. */
export function decorate({ doc }: Sheet, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

export function rule(sheet: Sheet, y: number, look: { width: number; colour: string }): void {
  decorate(sheet, () =>
    sheet.doc
      .moveTo(sheet.left, y)
      .lineTo(sheet.right, y)
      .lineWidth(look.width)
      .strokeColor(look.colour)
      .stroke(),
  )
}
