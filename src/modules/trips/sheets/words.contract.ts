import { numberText } from '../../../kernel/italianFormats.ts'
import { clockOf } from '../../../kernel/romanDay.ts'
import type { Company } from '../../settings/company/contract.ts'
import type { ServiceSheet } from './contract.ts'

// Labels of a service sheet, for the panel and the PDF.

const longDay = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', timeZone: 'Europe/Rome' })

const dayOf = (moment: string | null) => (moment === null ? null : longDay.format(new Date(moment)))
const timeOf = (moment: string | null, isReceipt: boolean) =>
  moment && [clockOf(new Date(moment)), isReceipt && `(${receiptNote})`].filter(Boolean).join(' ')

/** Marks the moment of a report whose phone had a wrong clock. */
export const receiptNote = 'ora di ricezione: l’orologio del telefono non era giusto'

export const numberOf = ({ number, year }: Pick<ServiceSheet, 'number' | 'year'>) => `${number}/${year}`

export interface SheetGroup {
  title: string
  /** Labels with values; null leaves space for the driver's handwriting. */
  rows: [label: string, value: string | null][]
}

/** Returns, in groups, the fields that a service sheet must have by law 21/1992, article 11. */
export function sheetGroups(
  sheet: ServiceSheet,
  company: Pick<Company, 'companyName' | 'fullAddress' | 'vatNumber'>,
) {
  const { companyName, fullAddress, vatNumber } = company
  const authorization = [sheet.authorizationNumber && `n. ${sheet.authorizationNumber}`, sheet.municipality]
  const groups: SheetGroup[] = [
    {
      title: 'Vettore',
      rows: [
        ['Nome', companyName],
        ['Sede e P.IVA', [fullAddress, vatNumber].filter(Boolean).join(' – ')],
      ],
    },
    {
      title: 'Veicolo e conducente',
      rows: [
        ['Targa', sheet.plate],
        ['Autorizzazione', authorization.filter(Boolean).join(', ')],
        ['Conducente', sheet.driverName],
      ],
    },
    {
      title: 'Partenza',
      rows: [
        ['Luogo', sheet.from],
        ['Data', dayOf(sheet.departureAt)],
        ['Inizio del servizio', timeOf(sheet.departureAt, sheet.isDepartureReceipt)],
        ['Chilometri alla partenza', numberText(sheet.startKm)],
      ],
    },
    {
      title: 'Arrivo',
      rows: [
        ['Destinazione', sheet.to],
        ['Data', dayOf(sheet.arrivalAt)],
        ['Fine del servizio', timeOf(sheet.arrivalAt, sheet.isArrivalReceipt)],
        ['Chilometri all’arrivo', sheet.endKm === null ? null : numberText(sheet.endKm)],
      ],
    },
    { title: 'Fruitore del servizio', rows: [['Passeggero', sheet.passengerName]] },
  ]
  return groups
}

/** Returns the notes on a sheet that corrects another sheet or is corrected by one. */
export function correctionNotes({ correctsNumber, reason, correctedByNumber }: ServiceSheet): string[] {
  return [
    ...(correctsNumber === null ? [] : [`Corregge il foglio n. ${correctsNumber}: ${reason}`]),
    ...(correctedByNumber === null ? [] : [`Corretto dal foglio n. ${correctedByNumber}`]),
  ]
}
