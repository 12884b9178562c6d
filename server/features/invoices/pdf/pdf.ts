import PDFDocument from 'pdfkit'
import type { PaperSize } from './document-content.ts'

type Element = PDFKit.PDFStructureElement

/** A PDF that is being drawn, with the current position and the edges of its pages, in points. */
export interface Pdf {
  doc: PDFKit.PDFDocument
  /** Root of the structure tree, which screen readers use. */
  root: Element
  y: number
  left: number
  right: number
  bottom: number
}

const MARGIN = 36
const FOOTER_HEIGHT = 28

/** Opens an empty document. Buffers its pages, because footers show the total number of pages. */
export function openPdf(size: PaperSize, info: { title: string; author: string; date: Date }): Pdf {
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
    bottom: height - MARGIN - FOOTER_HEIGHT,
  }
}

/** Starts a new page if `height` does not fit and the page is not empty. Returns true for a new page. */
export function ensureSpace(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.bottom || pdf.y === MARGIN) return false
  startPage(pdf)
  return true
}

export function startPage(pdf: Pdf): void {
  pdf.doc.addPage()
  pdf.y = MARGIN
}

/** Adds a structure element that can contain other elements. */
export function addElement(pdf: Pdf, parent: Element, tag: string): Element {
  const element = pdf.doc.struct(tag)
  parent.add(element)
  return element
}

/** Draws content with its structure tag, such as H1, P or TD. `draw` must not add a page. */
export function drawTagged({ doc }: Pdf, parent: Element, tag: string, draw: () => void): void {
  const content = doc.markStructureContent(tag)
  draw()
  doc.endMarkedContent()
  // PDFKit's type declarations omit the scope of table headers.
  const options = tag === 'TH' ? ({ scope: 'Column' } as object) : {}
  const element = doc.struct(tag, options, [content])
  parent.add(element)
}

/** Draws decoration that screen readers skip: rules and backgrounds. */
export function drawArtifact({ doc }: Pdf, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

/** Draws a horizontal line from the left to the right margin. `style.width` is its thickness in points. */
export function drawRule(pdf: Pdf, y: number, style: { width: number; color: string }): void {
  drawArtifact(pdf, () =>
    pdf.doc
      .moveTo(pdf.left, y)
      .lineTo(pdf.right, y)
      .lineWidth(style.width)
      .strokeColor(style.color)
      .stroke(),
  )
}
