import { type Harmless, harmless } from '../../../kernel/claimed.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { eachAsked } from '../../leads/lead/askedFields.contract.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { forCustomer } from '../../leads/lead/placeNames.queries.ts'

/** Fields of a lead that are any text. Those of `Exclude` are not shown in mails, or written by the product. */
type ClaimedField = Exclude<
  {
    [Field in keyof Lead]: Lead[Field] extends string | null
      ? string extends NonNullable<Lead[Field]>
        ? Field
        : never
      : never
  }[keyof Lead],
  'code' | 'phone' | 'email'
>

/** A lead whose texts may go to a stranger, whose e-mail address the sender has named. */
export type HarmlessLead = Omit<Lead, ClaimedField> & { [Field in ClaimedField]: Harmless | null }

const fields = {
  ...eachAsked(() => true as const),
  name: true,
  quote: true,
  returnQuote: true,
  totalQuote: true,
  chosenVehicle: true,
  quotedDay: true,
  message: true,
  formSource: true,
} satisfies Record<ClaimedField, true>

const isClaimed = (field: string): field is ClaimedField => field in fields

/** Returns the lead for a mail to the customer, with the names of places in the customer's language. */
export async function leadForMail(read: Sql | Tx, lead: Lead): Promise<HarmlessLead> {
  return harmlessLead(await forCustomer(read, lead))
}

export function harmlessLead(lead: Lead): HarmlessLead {
  const known = { ...lead, position: lead.position?.startsWith('https:') ? null : lead.position }
  return Object.fromEntries(
    Object.entries(known).map(([field, value]) => [
      field,
      isClaimed(field) && typeof value === 'string' ? harmless(value) : value,
    ]),
  ) as HarmlessLead
}
