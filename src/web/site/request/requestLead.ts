import type { LanguageCode } from '../../../languages/messages.ts'
import type { Vehicle } from '../../../modules/catalog/prices/quote.contract.ts'
import { leadFields, type SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import type { RequestKind } from '../../../modules/leads/requests/trip.contract.ts'
import type { Values } from '../../ui/useForm.ts'
import type { SendLead } from './lead.ts'

export function leadOf(
  kind: RequestKind,
  values: Values,
  { source, vehicle, language }: { source: SiteForm; vehicle: Vehicle | undefined; language: LanguageCode },
): [Parameters<SendLead>[0], Parameters<SendLead>[1]] {
  const { message, returnDate, returnTime, ...fields } = fieldsOf(values)
  const common = {
    ...fields,
    website: values.website ?? '',
    language,
    formSource: source,
    ...(vehicle && { offer: vehicle }),
    ...(values.returnTrip && { returnTrip: true, returnDate, returnTime }),
  }
  if (kind === 'booking') return ['POST /api/bookings', { ...common, notes: message }]
  if (kind === 'contact') return ['POST /api/contacts', { ...common, message }]
  return ['POST /api/availability-requests', { ...common, message }]
}

/** Returns the values without those of a return that the visitor does not want, whose fields the form hides. */
export const wantedOf = (values: Values): Values =>
  values.returnTrip ? values : { ...values, returnDate: '', returnTime: '' }

/** Returns every field of `leadFields`, so that a new field reaches the server. */
const fieldsOf = (values: Values) =>
  Object.fromEntries(Object.keys(leadFields).map((name) => [name, values[name] ?? ''])) as Record<
    keyof typeof leadFields,
    string
  >
