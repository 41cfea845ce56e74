import { download, partsOf } from '../../../kernel/download.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { sendSheet } from '../../../kernel/sheet.ts'
import { company } from '../../settings/company/company.queries.ts'
import { ExportServiceSheets, type ServiceSheet } from './contract.ts'
import { sendSheetsPdf } from './pdf.ts'
import { countSheets, numberedSheets, shownSheet } from './sheets.ts'
import { receiptNote } from './words.contract.ts'

const columns: [header: string, cell: (sheet: ServiceSheet) => string | number | null][] = [
  ['Numero', ({ number }) => number],
  ['Anno', ({ year }) => year],
  ['Targa', ({ plate }) => plate],
  ['Autorizzazione', ({ authorizationNumber }) => authorizationNumber],
  ['Comune', ({ municipality }) => municipality],
  ['Conducente', ({ driverName }) => driverName],
  ['Passeggero', ({ passengerName }) => passengerName],
  ['Partenza', ({ from }) => from],
  ['Inizio del servizio', ({ departureAt }) => shortMoment(new Date(departureAt))],
  ['Chilometri alla partenza', ({ startKm }) => startKm],
  ['Destinazione', ({ to }) => to],
  ['Fine del servizio', ({ arrivalAt }) => arrivalAt && shortMoment(new Date(arrivalAt))],
  ['Chilometri all’arrivo', ({ endKm }) => endKm],
  ['Corregge', ({ correctsNumber }) => correctsNumber],
  ['Motivo', ({ reason }) => reason],
  ['Corretto da', ({ correctedByNumber }) => correctedByNumber],
  ['Nota sugli orari', receiptNoteOf],
]

/** Hoisted, because the columns above name it. */
function receiptNoteOf({ isDepartureReceipt, isArrivalReceipt }: ServiceSheet): string {
  const which = [isDepartureReceipt && 'Inizio', isArrivalReceipt && 'Fine'].filter(Boolean).join(' e ')
  return which && `${which}: ${receiptNote}`
}

/** The program that makes the PDF keeps about 2 KB of each page, and a page takes more than a millisecond. */
const pdfSheetsMax = 20_000

/** Sends the sheets by plate, year and number, as CSV or as a PDF. */
export const exportServiceSheets = download(ExportServiceSheets, async (file, { format, ...filter }) => {
  const { read } = file
  const parts = partsOf(read, numberedSheets(read, filter))
  if (format === 'pdf') {
    if ((await countSheets(read, filter)) > pdfSheetsMax)
      throw refusal('vehicle', 'Più di 20.000 fogli: scegli un anno e un veicolo, oppure il CSV.')
    return sendSheetsPdf(file, parts, await company(read))
  }
  const headings = columns.map(([header]) => header)
  return sendSheet(file, headings, parts, (rows) =>
    rows.map((row) => columns.map(([, cell]) => cell(shownSheet(row)))),
  )
})
