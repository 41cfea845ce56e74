import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import type { Send } from '../../../kernel/download.ts'
import { fonts } from '../../content/drawings/drawings.queries.ts'
import type { Company } from '../../settings/company/contract.ts'
import type { ServiceSheet } from './contract.ts'
import { type SheetRow, shownSheet } from './sheets.ts'
import { correctionNotes, numberOf, sheetGroups } from './words.contract.ts'

/** Margin of the page, width of the labels and gap between the lines, in points (1/72 inch). */
const [margin, labelWidth, lineGap] = [56, 150, 7]

/** Sends a PDF with one sheet on each A4 page. Returns the number of sheets. */
export async function sendSheetsPdf(
  { send }: { send: Send },
  parts: AsyncIterable<readonly SheetRow[]>,
  company: Company,
): Promise<number> {
  const pdf = new PDFDocument({ size: 'A4', margin, autoFirstPage: false, lang: 'it-IT' })
  pdf.info.Title = 'Fogli di servizio'
  for (const [name, url] of Object.entries((await fonts()).paperFonts))
    pdf.registerFont(name, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  let count = 0
  for await (const rows of parts)
    for (const row of rows) {
      addPage(pdf, shownSheet(row), company)
      count++
      // A year of sheets takes seconds, during which the process must answer other requests.
      await setImmediate()
      await sendMade(pdf, send)
    }
  if (count === 0) pdf.addPage().font('regular').text('Nessun foglio di servizio.')
  pdf.end()
  for await (const chunk of pdf) await send(chunk as Buffer)
  return count
}

/** Sends what is finished of the file. */
async function sendMade(pdf: PDFKit.PDFDocument, send: Send): Promise<void> {
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) await send(chunk)
}

function addPage(pdf: PDFKit.PDFDocument, sheet: ServiceSheet, company: Company): void {
  const { page: written } = pdf
  pdf.addPage()
  // The catalogue at the end of the file needs only the numbers of the pages. A million sheets would take 4 GB.
  if (written) written.dictionary.data = { Pattern: null, Annots: null }
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
