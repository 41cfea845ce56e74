import { HttpError } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import { sheetOf } from '../../../kernel/sheet.ts'
import { company } from '../../settings/site/queries.ts'
import { ExportServiceSheets } from './contract.ts'
import { sheetsPdf } from './pdf.ts'
import { numberedSheets, shownSheet } from './queries.ts'
import { sheetColumns } from './words.contract.ts'

/** Sheets in one file. A vehicle with ten trips a day fills a year below this number. */
const sheetsMax = 4_000

/** Returns CSV, or a PDF as base64, by number. */
export const exportServiceSheets = answer(ExportServiceSheets, async (read, { format, ...filter }) => {
  const rows = await numberedSheets(read, filter, sheetsMax + 1)
  if (rows.length > sheetsMax)
    throw new HttpError(422, `Più di ${sheetsMax} fogli: scegli un anno e un veicolo.`, {
      errors: [{ path: 'vehicle', message: 'Scegli un veicolo' }],
    })
  const sheets = rows.map(shownSheet)
  if (format === 'pdf') return (await sheetsPdf(sheets, await company(read))).toString('base64')
  return sheetOf([
    sheetColumns.map(([header]) => header),
    ...sheets.map((sheet) => sheetColumns.map(([, cell]) => cell(sheet))),
  ])
})
