import { download, partsOf } from '../../../kernel/download.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { sendSheet } from '../../../kernel/sheet.ts'
import { languageName } from '../../../languages/languageName.ts'
import type { Sql } from '../../../platform/db.ts'
import { askedFields, askedNames } from '../lead/askedFields.contract.ts'
import { kindNames, stateNames } from '../lead/contract.ts'
import { refuseUnknownDays } from '../lead/days.queries.ts'
import { inItalian } from '../lead/placeNames.queries.ts'
import { ExportLeads, formName, quoteSourceNames } from './contract.ts'
import { leadsWhere, ofKind, type StaffLead, staffColumns } from './leads.queries.ts'

type Column = [header: string, cell: (lead: StaffLead) => string | null]

const isReturn: Column = ['Ritorno', ({ returnTrip }) => (returnTrip ? 'sì' : null)]

const columns: Column[] = [
  ['Codice', ({ code }) => code],
  ['Tipo', ({ kind }) => kindNames[kind].one],
  ['Ricevuta', ({ createdAt }) => shortMoment(createdAt)],
  ['Stato', ({ status }) => stateNames[status]],
  ['Nome', ({ name }) => name],
  ['Telefono', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ...askedNames.flatMap((name): Column[] => [
    ...(name === 'returnDate' ? [isReturn] : []),
    [askedFields[name].name, (lead) => lead[name]],
  ]),
  ['Prezzo', ({ quote }) => quote],
  ['Prezzo del ritorno', ({ returnQuote }) => returnQuote],
  ['Fonte del prezzo', ({ quoteSource }) => quoteSource && quoteSourceNames[quoteSource]],
  ['Prezzo per il giorno', ({ quoteSource, quotedDay }) => quoteSource && quotedDay],
  ['Messaggio', ({ message }) => message],
  ['Lingua', ({ language }) => languageName(language)],
  ['Modulo', ({ formSource }) => formSource && formName(formSource)],
  ['Assegnata a', ({ assignedToName }) => assignedToName],
  ['Note', ({ notes }) => notes],
  ['Da fare entro', ({ dueAt }) => dueAt && shortMoment(dueAt)],
  ['Risposta', ({ answeredAt }) => answeredAt && shortMoment(answeredAt)],
]

export const exportLeads = download(ExportLeads, async (file, asked) => {
  refuseUnknownDays(asked)
  const { read } = file
  const rows = read<StaffLead[]>`
    select ${staffColumns(read)} from requests as leads
    where ${leadsWhere(read, asked)} and ${ofKind(read, asked)} and ${ofKeys(read, asked.keys)}
    order by created_at desc, kind, id desc`
  const headings = columns.map(([header]) => header)
  return sendSheet(file, headings, partsOf(read, rows), async (part) =>
    (await inItalian(read, part)).map((row) => columns.map(([, cell]) => cell(row))),
  )
})

const ofKeys = (read: Sql, keys: string | undefined) =>
  keys === undefined ? read`true` : read`kind || '-' || id = any(${keys.split(',')})`
