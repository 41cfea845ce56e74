import type { Context } from '../../../kernel/context.ts'
import { sendableEmail } from '../../../kernel/email.ts'
import { phoneLinks } from '../../../kernel/phone.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import { italian, languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Sql } from '../../../platform/db.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { AnswerWay, type LeadKind } from '../lead/contract.ts'
import type { TripFare } from '../lead/fare.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { statusLink } from '../lead/link.queries.ts'
import { inItalian, inOwnLanguages } from '../lead/placeNames.queries.ts'
import { offersInWords, tripFares } from '../requests/quote.queries.ts'
import { missingIn, oneLine, valuesOf } from '../templates/replyValues.queries.ts'
import { storedTemplates, type Template, templatesFor } from '../templates/stored.queries.ts'
import { filled } from '../templates/variables.contract.ts'
import type { AnswerLinks, LeadDetail } from './contract.ts'

// A reply kit: prepared replies with price and conditions, and the links with which staff send the replies.

export type ReplyKit = Pick<LeadDetail, 'links'> & Pick<LeadDetail['reply'], 'drafts' | 'offers' | 'missing'>
type Draft = ReplyKit['drafts'][number]

/** Returns the reply kits in the order of the leads. One catalog query computes all fares. */
export async function replyKits(
  read: Sql,
  leads: Lead[],
  company: Operator,
  context: Context,
): Promise<ReplyKit[]> {
  const fares = await tripFares(read, leads, romanToday(context))
  const readable = await inItalian(read, leads)
  const own = await inOwnLanguages(read, leads)
  const stored = await storedTemplates(read)
  return own.map((lead, index) =>
    replyKitOf(lead, company, {
      fare: fares[index] ?? null,
      readable: readable[index] ?? lead,
      stored,
      link: statusLink(lead, context),
    }),
  )
}

interface Known {
  fare?: TripFare | null
  /** The lead with Italian names of places. */
  readable?: Lead
  stored?: Template[]
  /** URL of the customer's status page. */
  link?: string
}

const ways = AnswerWay.anyOf.map((one) => one.const)

/** Builds the kit from given values, without a query. */
export function replyKitOf(
  lead: Lead,
  company: Operator,
  { fare = null, readable = lead, stored = [], link = '' }: Known = {},
): ReplyKit {
  const { language } = lead
  const known = { company, fare, link }
  const values = valuesOf(languageWith(language).t, lead, known)
  const italianValues = language === officeLanguage ? null : valuesOf(italian, readable, known)
  const kind = templateKindOf(lead)
  const drafts = ways.flatMap((via) => {
    const inOffice = templatesFor(stored, { kind, via, language: officeLanguage })
    return templatesFor(stored, { kind, via, language }).map(({ name, subject, text }): Draft => {
      const reading = inOffice.find((one) => one.name === name)
      return {
        via,
        name,
        subject: oneLine(filled(subject, values)),
        text: filled(text, values),
        italianText: italianValues && reading ? filled(reading.text, italianValues) : null,
      }
    })
  })
  return {
    links: linksOf(lead, drafts),
    drafts,
    offers: fare ? offersInWords(italian, fare.there, fare.party) : [],
    missing: missingIn(lead).map((key) => italian(key)),
  }
}

/** A contact message with a route gets the templates of an availability request. */
function templateKindOf({ kind, departure, destination }: Lead): LeadKind {
  return kind === 'contact' && departure && destination ? 'availability_request' : kind
}

function linksOf({ phone, email, language }: Lead, drafts: Draft[]): AnswerLinks {
  const first = (via: AnswerWay) => drafts.find((one) => one.via === via)
  const { subject = '', text = '' } = first('email') ?? {}
  const mail = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  return {
    ...phoneLinks(phone, first('whatsapp')?.text ?? '', language),
    email: email && `mailto:${encodeURIComponent(sendableEmail(email)).replace('%40', '@')}?${mail}`,
  }
}
