import { Resolver } from 'node:dns/promises'
import type { Context } from '../../../kernel/context.ts'
import { numberText, shortMoment } from '../../../kernel/italianFormats.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { countEncrypted } from '../../../platform/encryptedColumns.ts'
import { failedPurges } from '../../integrations/edge/failedPurges.queries.ts'
import { readIndexNowState } from '../../integrations/indexnow/submissions.queries.ts'
import { serviceTitles } from '../../integrations/keys/contract.ts'
import { dailyLimitOf, mailsToday } from '../../integrations/mail/dailyLimit.queries.ts'
import { findMailbox } from '../../integrations/mailbox/replyMailbox.queries.ts'
import { labelOf } from '../periodic/contract.ts'
import { ReadSystemStatus, type Tile } from './contract.ts'
import { readHealth } from './health.queries.ts'
import { mapsTile } from './mapsTile.ts'

const queueNames = { events: 'eventi e lavori a tempo', mail: 'email', texts: 'testi' }
const workTile = 'Processi di lavoro'
const warnPercent = 80
const dnsMs = 2_000

export const readSystemStatus = answer(ReadSystemStatus, async (read, _input, caller, context) => {
  const [health, periodic, indexNow, edge, mail, mailbox, domain, maps, secrets, version] = await Promise.all(
    [
      healthTiles(read, context.clock.now()),
      periodicTile(read),
      indexNowTile(read, caller, context),
      edgeTiles(read, context),
      mailTile(read),
      mailboxTiles(read),
      senderTiles(read),
      mapsTile(read, context),
      secretTiles(read, context),
      versionTile(read),
    ],
  )
  return {
    tiles: [...health, periodic, indexNow, ...edge, mail, ...mailbox, ...domain, maps, ...secrets, version],
    checkedAt: context.clock.now().toISOString(),
  }
})

async function healthTiles(read: Sql, now: Date): Promise<Tile[]> {
  const { mail, events, workers, jobs } = await readHealth(read)
  const waitedMs = events.oldestUndispatchedAt ? now.getTime() - events.oldestUndispatchedAt.getTime() : 0
  return [
    workers.alive === 0
      ? broken(
          workTile,
          'Nessun processo di lavoro attivo: email, pubblicazioni e lavori sono fermi',
          'Chi amministra il server avvia npm run worker, oppure riavvia npm start.',
        )
      : workers.unserved.length > 0
        ? broken(
            workTile,
            `Nessun processo di lavoro per: ${workers.unserved.map((queue) => queueNames[queue]).join(', ')}`,
            'Chi amministra il server ne avvia uno con WORKER_QUEUES=all.',
          )
        : well(workTile, `${numberText(workers.alive)} ${workers.alive === 1 ? 'attivo' : 'attivi'}`),
    waitedMs > 60_000
      ? broken(
          'Eventi',
          `Il più vecchio aspetta da ${Math.round(waitedMs / 60_000)} min`,
          'Controlla che un processo di lavoro sia attivo.',
        )
      : events.failed > 0
        ? warning(
            'Eventi',
            `Effetti non riusciti: ${numberText(events.failed)}`,
            'Leggi il motivo qui sotto e premi Riprova, oppure Scarta.',
          )
        : well('Eventi', 'Nessuno in arretrato'),
    !mail.isConfigured
      ? broken(
          'Email',
          `Nessuna configurazione attiva${mail.queued > 0 ? `, ${numberText(mail.queued)} in attesa` : ''}`,
          'Apri Brevo Email e attiva una configurazione: scegli lì quali email in attesa partono.',
        )
      : mail.refusal !== null
        ? broken(
            'Email',
            `${mail.refusal} Le email non partono${mail.refusedAt ? ` dal ${shortMoment(mail.refusedAt)}` : ''}${mail.queued > 0 ? `: ${numberText(mail.queued)} in attesa` : ''}.`,
            'Correggi la configurazione in Brevo Email e salvala: le email in attesa partono subito. Si riprova da soli ogni pochi minuti.',
          )
        : mail.stuck > 0
          ? warning(
              'Email',
              `In attesa da più di 5 minuti: ${numberText(mail.stuck)}. ${mail.stuckReason ?? ''}`.trim(),
              'Si riprova da soli; apri Email Inviate e leggi il motivo.',
            )
          : mail.held > 0
            ? warning(
                'Email',
                `Trattenute: ${numberText(mail.held)}`,
                'Apri Email Inviate e scegli se inviarle o scartarle.',
              )
            : mail.failed > 0
              ? warning(
                  'Email',
                  `Respinte negli ultimi 30 giorni: ${numberText(mail.failed)}`,
                  'Apri Email Inviate e leggi il motivo.',
                )
              : well(
                  'Email',
                  mail.lastSentAt ? `Ultima inviata ${shortMoment(mail.lastSentAt)}` : 'Pronta a inviare',
                ),
    jobs.failed > 0
      ? warning(
          'Lavori lunghi',
          `Non riusciti negli ultimi 7 giorni: ${numberText(jobs.failed)}`,
          'Leggi il motivo qui sotto e premi Riprova, oppure Scarta.',
        )
      : well('Lavori lunghi', jobs.running > 0 ? `${numberText(jobs.running)} in corso` : 'Nessuno in corso'),
  ]
}

/** Reports failed tasks; another tile reports a missing worker. */
async function periodicTile(read: Sql): Promise<Tile> {
  const rows = await read<{ name: string; lastError: string | null }[]>`
    select name, last_error from periodic_runs where last_error is not null order by name`
  const names = rows.map(({ name }) => labelOf(name))
  return names.length > 0
    ? broken(
        'Lavori a tempo',
        `Non riusciti: ${names.join(', ')}`,
        'Leggi il motivo qui sotto e premi Esegui adesso.',
      )
    : well('Lavori a tempo', 'Tutti riusciti')
}

/** Gives no warning without a key, because submitting is the operator's choice. */
async function indexNowTile(read: Sql, caller: Caller, context: Context): Promise<Tile> {
  const { hindrance, waiting, failed, reason } = await readIndexNowState.answer(read, {}, caller, context)
  if (failed > 0)
    return warning(
      'IndexNow',
      `Indirizzi rifiutati: ${numberText(failed)}. ${reason ?? ''}`.trim(),
      'Apri IndexNow, leggi il motivo e premi Invia adesso.',
    )
  if (waiting > 0 && (hindrance ?? reason))
    return warning(
      'IndexNow',
      `Indirizzi in attesa: ${numberText(waiting)}. ${hindrance ?? reason}`,
      'Si riprova da soli.',
    )
  return well('IndexNow', hindrance ? `Non attivo. ${hindrance}` : 'Nessun indirizzo in attesa')
}

/** Reports the edge cache, which serves old pages while purges fail. */
async function edgeTiles(read: Sql, { edgePurgeUrl }: Context): Promise<Tile[]> {
  if (!edgePurgeUrl) return []
  const { count, reason } = await failedPurges(read)
  return [
    count > 0
      ? warning(
          'Cache esterna',
          `Non svuotata: chi visita il sito può vedere pagine vecchie di dieci minuti. ${reason ?? ''}`.trim(),
          'Si riprova da soli; se continua, controlla EDGE_PURGE_URL e il servizio.',
        )
      : well('Cache esterna', 'Svuotata a ogni cambiamento'),
  ]
}

async function mailTile(read: Sql): Promise<Tile> {
  const [sender] = await read<[Parameters<typeof dailyLimitOf>[0]?]>`
    select api_key, smtp_host, daily_limit from email_configurations where is_active`
  const limit = sender ? dailyLimitOf(sender) : null
  const [{ sent }, [{ held }]] = await Promise.all([
    mailsToday(read),
    read<[{ held: number }]>`
      select count(*) as held from email_messages
      where state = 'planned' and last_error like 'Il limite di %'`,
  ])
  const waiting = held > 0 ? `; ${numberText(held)} in attesa di domani` : ''
  if (limit === null) return well('Email di oggi', `${numberText(sent)}, senza limite${waiting}`)
  const text = `${numberText(sent)} di ${numberText(limit)}${waiting}`
  const percent = (sent / limit) * 100
  if (percent >= 100)
    return warning(
      'Email di oggi',
      text,
      'Le email delle richieste partono lo stesso, il resto domani, in ordine; oppure alza il limite in Brevo Email.',
    )
  if (percent >= warnPercent)
    return warning('Email di oggi', text, 'Ci si avvicina al limite: oltre, il resto parte domani.')
  return well('Email di oggi', text)
}

/** Reports mails of customers that the worker could not read. */
async function mailboxTiles(read: Sql): Promise<Tile[]> {
  const mailbox = await findMailbox(read)
  if (!mailbox?.isActive) return []
  const [{ count }] = await read<[{ count: number }]>`select count(*) from unreadable_mails`
  return [
    count > 0
      ? warning(
          'Casella delle risposte',
          `Messaggi che non si leggono: ${numberText(count)}`,
          'Apri la casella e leggili lì; poi premi Letto nella casella, oppure Riprova.',
        )
      : well(
          'Casella delle risposte',
          mailbox.readAt ? `Letta ${shortMoment(mailbox.readAt)}` : 'La prima lettura arriva entro un minuto',
        ),
  ]
}

/** Checks SPF, DKIM and DMARC of the sender's domain, without which mails may count as spam. */
async function senderTiles(read: Sql): Promise<Tile[]> {
  const [row] = await read<
    [{ fromEmail: string }?]
  >`select from_email from email_configurations where is_active`
  const domain = row?.fromEmail.split('@')[1]
  if (!domain) return []
  const dns = new Resolver({ timeout: dnsMs, tries: 1 })
  const records = async (name: string): Promise<string[] | null> => {
    try {
      return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      // These codes mean that no record exists. Any other code means that the name server did not answer.
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
    }
  }
  const [own, brevo, mail, dmarc] = await Promise.all([
    records(domain),
    records(`brevo1._domainkey.${domain}`),
    records(`mail._domainkey.${domain}`),
    records(`_dmarc.${domain}`),
  ])
  const tile = (name: string, found: boolean | null, repair: string): Tile =>
    found === null
      ? { name, state: 'non verificabile', text: `Il DNS di ${domain} non risponde`, repair: '' }
      : found
        ? well(name, `Presente per ${domain}`)
        : warning(name, `Manca per ${domain}`, repair)
  return [
    tile(
      'SPF',
      own?.some((one) => one.startsWith('v=spf1')) ?? null,
      'Aggiungi al DNS il record TXT “v=spf1 include:spf.brevo.com ~all”.',
    ),
    tile(
      'DKIM',
      brevo === null && mail === null
        ? null
        : [...(brevo ?? []), ...(mail ?? [])].some((one) => /v=DKIM1|p=/i.test(one)),
      'Copia nel DNS i record DKIM che Brevo mostra in “Mittenti e domini”.',
    ),
    tile(
      'DMARC',
      dmarc?.some((one) => one.startsWith('v=DMARC1')) ?? null,
      'Aggiungi a _dmarc il record TXT “v=DMARC1; p=none; rua=mailto:…”.',
    ),
  ]
}

/** Reports which API keys are configured and which stored secrets no known SECRET_KEY decrypts. */
async function secretTiles(read: Sql, { providers, secrets }: Context): Promise<Tile[]> {
  const keys = await read<{ name: string; apiKey: string | null; isActive: boolean }[]>`
    select name, api_key, is_active from api_configurations order by name`
  const { unreadable } = await countEncrypted(read, secrets)
  const inUse = (name: 'maps-places' | 'maps-embed' | 'openai' | 'anthropic') =>
    keys.some((key) => key.name === name && key.isActive && key.apiKey) || providers.keys[name] !== null
  const names = (['maps-places', 'maps-embed', 'openai', 'anthropic'] as const).filter(inUse)
  return [
    unreadable.length > 0
      ? broken(
          'Segreti salvati',
          `${numberText(unreadable.length)} non si ${unreadable.length === 1 ? 'legge' : 'leggono'} con la chiave segreta del server`,
          'Inserisci di nuovo chiavi e password, oppure chi amministra il server rimette la SECRET_KEY di prima.',
        )
      : well('Segreti salvati', 'Tutti leggibili'),
    well(
      'Chiavi esterne',
      names.length > 0
        ? `In uso: ${names.map((name) => serviceTitles[name]).join(', ')}`
        : 'Nessuna: si usa ciò che è incluso',
    ),
  ]
}

async function versionTile(read: Sql): Promise<Tile> {
  const [{ version }] = await read<[{ version: string }]>`select current_setting('server_version') as version`
  return well('Versioni', `Node ${process.versions.node}, PostgreSQL ${version}`)
}

const well = (name: string, text: string): Tile => ({ name, state: 'ok', text, repair: '' })
const warning = (name: string, text: string, repair: string): Tile => ({
  name,
  state: 'attenzione',
  text,
  repair,
})
const broken = (name: string, text: string, repair: string): Tile => ({ name, state: 'errore', text, repair })
