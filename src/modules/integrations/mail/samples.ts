import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { romanMidnight } from '../../../kernel/romanDay.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { sampleMessage, sampleRequest } from '../../leads/requests/sample.queries.ts'
import { company, operator } from '../../settings/company/company.queries.ts'
import type { Offer } from '../../trips/offers/offers.queries.ts'
import { type CardTrip, cardsOf } from '../../trips/reminders/cards.queries.ts'
import { cancellationMail } from './cancellationMail.ts'
import { driverMail } from './driverMail.ts'
import { harmlessLead, leadForMail } from './harmlessLead.ts'
import { moveMail } from './moveMail.ts'
import { newsletterMail } from './newsletterMail.ts'
import { confirmationMail, offerMail } from './offerMail.ts'
import { receiptMail } from './receiptMail.ts'
import { reviewMail } from './reviewMail.ts'
import { ListMailSamples, type MailSample } from './samples.contract.ts'
import type { Mail } from './templates.ts'

export const listMailSamples = answer(ListMailSamples, async (read, _, _caller, context) => {
  const [owner, about] = await Promise.all([operator(read), company(read)])
  const message = sampleMessage(context.clock.now())
  const request = await sampleRequest(read, message, context)
  const { origin } = context.site
  const trip = tripFor(request)
  const samples = languages.map(async (language) => {
    const lead = await leadForMail(read, { ...request, language })
    const [card] = await cardsOf(read, languageWith(language).t, [trip])
    const driver = (notices: number) =>
      card ? [driverMail(lead, { ...trip, notices }, card, { company: owner, context })] : []
    const link = origin + localPath(languageWith(language).t, '/newsletter/')
    const receipt = (lead: Lead) => receiptMail(harmlessLead({ ...lead, language }), owner, context)
    const newsletter = (isConfirmed: boolean) =>
      newsletterMail(
        {
          email: 'anna@example.com',
          language,
          requestedAt: message.createdAt,
          isConfirmed,
          confirmLink: link,
          endLink: link,
        },
        about,
        origin,
      )
    const sample = (kind: MailSample['kind'], { subject, text }: Mail) => ({ kind, language, subject, text })
    return [
      sample('request', receipt(lead)),
      sample('message', receipt(message)),
      sample('offer', offerMail(lead, offerFor(request), owner, context)),
      sample(
        'confirmation',
        confirmationMail(lead, offerFor(request), { company: owner, context, sendsDriver: true }),
      ),
      ...driver(1).map((mail) => sample('driver', mail)),
      ...driver(2).map((mail) => sample('driverUpdate', mail)),
      sample('moved', await moveMail(read, lead, [trip], { company: owner, context })),
      sample('cancelled', cancellationMail(lead, owner, context)),
      sample('review', reviewMail(lead, owner, context)),
      sample('newsletter', newsletter(false)),
      sample('subscribed', newsletter(true)),
    ]
  })
  return whole((await Promise.all(samples)).flat())
})

/** Returns the outbound trip of a lead with an invented driver. */
const tripFor = ({ departure, destination, date, createdAt }: Lead): CardTrip => ({
  direction: 'there',
  from: departure ?? '',
  to: destination ?? '',
  address: null,
  notices: 1,
  pickupAt: date ? new Date(romanMidnight(date).getTime() + 14.5 * 3_600_000) : createdAt,
  driverName: 'Mario Bianchi',
  driverPhone: '+39 347 7654321',
  vehicleKind: 'berlina',
  plate: 'GG123HH',
})

/** Takes the first offer of the lead's fare; without a fare the price is 100 €. */
function offerFor({ date: day, time, fare, language, createdAt }: Lead): Offer {
  const [first] = fare?.there.offers ?? []
  const { vehicle, total } = first ?? { vehicle: 'berlina', total: '100' }
  return {
    id: 0,
    leadKind: 'booking',
    leadId: 0,
    state: 'sent',
    sentBy: '',
    message: null,
    language,
    lines: [{ direction: 'there', vehicle, day, time, total }],
    total,
    validUntil: new Date(createdAt.getTime() + 2 * 86_400_000),
    acceptedAt: null,
    acceptedWords: null,
    createdAt,
    updatedAt: createdAt,
  }
}
