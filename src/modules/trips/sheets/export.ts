import { refusal } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { answer } from '../../../kernel/message.ts'
import { sheetOf } from '../../../kernel/sheet.ts'
import { company } from '../../settings/company/company.queries.ts'
import { ExportServiceSheets, type ServiceSheet } from './contract.ts'
import { sheetsPdf } from './pdf.ts'
import { numberedSheets, shownSheet } from './sheets.ts'
import { receiptNote } from './words.contract.ts'

/** Maximum number of sheets in one file. A vehicle with ten trips a day has fewer in a year. */
const sheetsMax = 4_000

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

/** Returns the sheets by plate, year and number, as CSV or as a PDF in base64. */
export const exportServiceSheets = answer(ExportServiceSheets, async (read, { format, ...filter }) => {
  const rows = await numberedSheets(read, filter, sheetsMax + 1)
  if (rows.length > sheetsMax)
    throw refusal('vehicle', `Più di ${sheetsMax} fogli: scegli un anno e un veicolo.`)
  const sheets = rows.map(shownSheet)
  if (format === 'pdf') return (await sheetsPdf(sheets, await company(read))).toString('base64')
  return sheetOf([
    columns.map(([header]) => header),
    ...sheets.map((sheet) => columns.map(([, cell]) => cell(sheet))),
  ])
})
