import { numberText, shortMoment } from '../../../kernel/italianFormats.ts'
import type { Sql } from '../../../platform/db.ts'
import { countEncrypted, type EncryptedCounts } from '../../../platform/encryptedColumns.ts'
import { broken, conditionGroup, type Judgement, warning, well } from './condition.ts'

const skewWarnSeconds = 2
const skewFailSeconds = 30

export const secretConditions = conditionGroup(
  'stored',
  ({ read, context }) => countEncrypted(read, context.secrets),
  [
    {
      id: 'secrets',
      name: 'Segreti salvati',
      check: 'secrets',
      counts: 'Stored secrets that no known key decrypts',
      judge: judgeSecrets,
    },
    {
      id: 'earlierKey',
      name: 'Chiave segreta di prima',
      check: 'earlier key',
      counts: 'Stored secrets that are encrypted with an earlier key',
      judge: judgeEarlierKey,
    },
  ],
)

function judgeSecrets({ current, older, unreadable: { length: count } }: EncryptedCounts): Judgement {
  if (count === 0) return well('Tutti leggibili', `${current + older}, all readable`)
  return broken({
    count,
    text: `${numberText(count)} non si ${count === 1 ? 'legge' : 'leggono'} con la chiave segreta del server`,
    repair:
      'Inserisci di nuovo chiavi e password, oppure chi amministra il server rimette la SECRET_KEY di prima.',
    english: `${count} cannot be decrypted with any known key`,
    remedy: 'Put the earlier SECRET_KEY into SECRET_KEY_PREVIOUS, or enter the secrets again.',
  })
}

function judgeEarlierKey({ older }: EncryptedCounts): Judgement {
  if (older === 0) return well('Non serve più', 'not needed any more')
  return warning({
    count: older,
    text: `Segreti ancora cifrati con quella: ${numberText(older)}`,
    repair: 'Chi amministra il server lancia npm run cli -- keys rotate --yes.',
    english: `${older} secrets are encrypted with it`,
    remedy: 'Run: npm run cli -- keys rotate',
  })
}

export const clockConditions = conditionGroup('stored', ({ read }) => readSkew(read), [
  {
    id: 'clock',
    name: 'Orologio',
    check: 'clock',
    counts: 'Seconds between the clocks of this machine and of the database',
    judge: judgeSkew,
  },
])

async function readSkew(read: Sql): Promise<number> {
  const asked = Date.now()
  const [{ at }] = await read<[{ at: Date }]>`select clock_timestamp() as at`
  const answered = Date.now()
  // If the database's time is between question and answer, the two clocks may agree, so the difference counts as 0.
  return Math.max(0, asked - at.getTime(), at.getTime() - answered) / 1000
}

function judgeSkew(seconds: number): Judgement {
  const english = `${seconds.toFixed(1)} s between this machine and the database`
  if (seconds <= skewWarnSeconds) return well('Giusto', english, seconds)
  return (seconds > skewFailSeconds ? broken : warning)({
    count: seconds,
    text: `${numberText(Math.round(seconds))} s di differenza tra il server e il database`,
    repair: 'Chi amministra il server sincronizza i due orologi.',
    english,
    remedy: 'Synchronise both clocks with NTP: sessions, codes and scheduled publishing depend on them.',
  })
}

interface Archive {
  isFailing: boolean
  /** Null if nothing was archived yet. */
  since: Date | null
}

export const archiveConditions = conditionGroup('stored', ({ read }) => readArchive(read), [
  {
    id: 'archive',
    name: 'Archivio del database',
    check: 'archive',
    counts: '1 if PostgreSQL cannot archive its changes',
    judge: judgeArchive,
  },
])

/** Returns null if the archive is off. */
async function readArchive(read: Sql): Promise<Archive | null> {
  const [row] = await read<[Archive?]>`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing,
      last_archived_time as since
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`
  return row ?? null
}

/** PostgreSQL keeps files that it cannot archive, which may fill its disk. */
function judgeArchive(archive: Archive | null): Judgement | null {
  if (!archive) return null
  const { isFailing, since } = archive
  if (!isFailing)
    return since
      ? well(`Archiviato fino al ${shortMoment(since)}`, `stored until ${since.toISOString()}`)
      : well('Attivo', 'on')
  return broken({
    count: 1,
    text: since ? `Nulla è archiviato dal ${shortMoment(since)}` : 'Nulla è stato ancora archiviato',
    repair: 'Chi amministra il server legge il registro di PostgreSQL.',
    english: since ? `nothing was archived since ${since.toISOString()}` : 'nothing was archived yet',
    remedy: 'Read the log of PostgreSQL, and let its account write the folder of archive_command.',
  })
}
