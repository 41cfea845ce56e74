import PDFDocument from 'pdfkit'
import { fonts } from '../../content/drawings/drawings.queries.ts'
import type { Company } from '../../settings/company/contract.ts'
import type { ServiceSheet } from './contract.ts'
import { correctionNotes, numberOf, sheetGroups } from './words.contract.ts'

/** Margin of the page, width of the labels and gap between the lines, in points (1/72 inch). */
const [margin, labelWidth, lineGap] = [56, 150, 7]

/** Returns a PDF with one sheet on each A4 page. */
export async function sheetsPdf(sheets: ServiceSheet[], company: Company): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin, autoFirstPage: false, lang: 'it-IT' })
  pdf.info.Title = 'Fogli di servizio'
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (const [name, url] of Object.entries((await fonts()).paperFonts))
    pdf.registerFont(name, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  for (const sheet of sheets) {
    addPage(pdf, sheet, company)
    // A year of sheets takes seconds, during which the process must answer other requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (sheets.length === 0) pdf.addPage().font('regular').text('Nessun foglio di servizio.')
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function addPage(pdf: PDFKit.PDFDocument, sheet: ServiceSheet, company: Company): void {
  pdf.addPage()
  const width = pdf.page.width - 2 * margin
  pdf
    .font('bold')
    .fontSize(14)
    .text(`n. ${numberOf(sheet)}`, margin, margin + 7, { width, align: 'right' })
  pdf.fontSize(20).text('Foglio di servizio', margin, margin)
  for (const note of correctionNotes(sheet)) pdf.font('regular').fontSize(10).text(note)
  for (const { title, rows } of sheetGroups(sheet, company)) {
    pdf.moveDown(0.8).font('bold').fontSize(12).text(title)
    drawLine(pdf, width, 'black')
    for (const [label, value] of rows) {
      const top = pdf.y
      pdf.font('regular').fontSize(10).fillColor('#555').text(label, margin, top, { width: labelWidth })
      const afterLabel = pdf.y
      pdf.fillColor('black').fontSize(11)
      // The blank keeps the height of a line that the driver fills in by hand.
      pdf.text(value || ' ', margin + labelWidth, top, { width: width - labelWidth })
      pdf.x = margin
      pdf.y = Math.max(pdf.y, afterLabel)
      drawLine(pdf, width, '#ccc')
    }
  }
  pdf.moveDown(3).fontSize(10).text('Firma del conducente', margin)
  const [from, y] = [margin + labelWidth, pdf.y]
  pdf
    .moveTo(from, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .stroke('black')
}

function drawLine(pdf: PDFKit.PDFDocument, width: number, color: string): void {
  const y = pdf.y + 2
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .stroke(color)
  pdf.y = y + lineGap
}
