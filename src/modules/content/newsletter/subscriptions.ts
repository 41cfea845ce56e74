import { createHash, randomBytes } from 'node:crypto'
import type { PendingQuery, Row } from 'postgres'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Retention } from '../../../kernel/retention.ts'
import { askAgain } from '../../../kernel/suspectedSender.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  newsletterEndedDays,
  newsletterUnconfirmedDays,
  privacyVersion,
} from '../../settings/privacy/contract.ts'
import {
  AskForNewsletter,
  ConfirmNewsletter,
  EndNewsletter,
  newsletterConfirmed,
  newsletterEnded,
  newsletterRequested,
} from './contract.ts'
import { tokenPlace } from './links.queries.ts'

/**
 * The response is the same for every e-mail address, so that it does not reveal subscribers. An address gets at most
 * one mail per hour, but the first request after the end of a subscription always causes a mail.
 */
export const askForNewsletter = handle(
  AskForNewsletter,
  async (tx, request, caller, { secrets }) => {
    const [{ id }] = await tx<[{ id: number }]>`
    select nextval(pg_get_serial_sequence('newsletter_subscriptions', 'id')) as id`
    const token = randomBytes(32).toString('base64url')
    const language = request.language ?? caller.language ?? officeLanguage
    const version = request.privacyAccepted ? privacyVersion : null
    const [row] = await tx<[{ id: number }?]>`
    insert into newsletter_subscriptions as s (id, email, token_hash, token, consent_version, language)
    values (${id}, ${request.email}, ${hashOf(token)}, ${secrets.encrypt(token, tokenPlace(id))}, ${version},
      ${language})
    on conflict (lower(email)) do update set
      asked_at = now(),
      language = excluded.language,
      requested_at = case when s.confirmed_at is null or s.ended_at is not null then now() else s.requested_at end,
      consent_version = case when s.confirmed_at is null or s.ended_at is not null
        then excluded.consent_version else s.consent_version end,
      confirmed_at = case when s.ended_at is null then s.confirmed_at end,
      ended_at = null
    where s.asked_at < now() - interval '1 hour' or s.ended_at > s.asked_at
    returning id`
    if (row) await emit(tx, newsletterRequested, { subscriptionId: row.id })
    return { message: languageWith(language).t('api.newsletterAsked') }
  },
  {
    admit: (write, request, context) =>
      askAgain(
        write,
        { sender: request, contact: request.email, again: (t) => t('api.newsletterRobot') },
        context,
      ),
  },
)

/** The first click is the consent to the current privacy notice, so it stores the version of the notice. */
export const confirmNewsletter = handle(ConfirmNewsletter, async (tx, { token }) => {
  const isOpen = tx`token_hash = ${hashOf(token)} and ended_at is null`
  const [confirmed] = await tx<Known[]>`
    update newsletter_subscriptions set confirmed_at = now(), consent_version = ${privacyVersion}
    where ${isOpen} and confirmed_at is null returning id`
  if (confirmed) await emit(tx, newsletterConfirmed, { subscriptionId: confirmed.id })
  else await refuseUnknown(tx, isOpen)
  return {}
})

export const endNewsletter = handle(EndNewsletter, async (tx, { token }) => {
  const isMeant = tx`token_hash = ${hashOf(token)}`
  const [ended] = await tx<Known[]>`
    update newsletter_subscriptions set ended_at = now() where ${isMeant} and ended_at is null returning id`
  if (ended) await emit(tx, newsletterEnded, { subscriptionId: ended.id })
  else await refuseUnknown(tx, isMeant)
  return {}
})

interface Known {
  id: number
}

/** Throws HttpError 404 if there is no such subscription. */
async function refuseUnknown(tx: Tx, isMeant: PendingQuery<Row[]>): Promise<void> {
  const [known] = await tx`select from newsletter_subscriptions where ${isMeant}`
  if (!known) throw new HttpError(404, (t) => t('api.oldLink'))
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export const endedSubscriptions: Retention[] = [
  {
    table: 'newsletter_subscriptions',
    what: 'iscrizioni non confermate',
    by: 'requested_at',
    kept: { days: newsletterUnconfirmedDays },
    where: 'confirmed_at is null',
  },
  {
    table: 'newsletter_subscriptions',
    what: 'iscrizioni finite',
    by: 'ended_at',
    kept: { days: newsletterEndedDays },
  },
]
