import { numberText } from '../../../kernel/italianFormats.ts'
import { modelsAge } from '../../../kernel/readModel.ts'
import { failedPurges } from '../../integrations/edge/failedPurges.queries.ts'
import { indexNowState } from '../../integrations/indexnow/submissions.queries.ts'
import { companyGaps } from '../../settings/company/company.queries.ts'
import { broken, conditionGroup, type Judgement, warning, well } from './condition.ts'
import { judgeMaps, readMaps } from './mapsCondition.ts'

/** A change is on all pages within this number of seconds. */
const staleSecondsMax = 5

export const companyConditions = conditionGroup('stored', ({ read }) => companyGaps(read), [
  {
    id: 'company',
    name: 'Dati azienda',
    check: 'company data',
    counts: 'Fields of the company without a value of their own',
    judge: judgeCompany,
  },
])

function judgeCompany({ defaults, missing }: Awaited<ReturnType<typeof companyGaps>>): Judgement {
  const count = defaults.length + missing.length
  if (count === 0) return well('Completi', 'complete')
  return warning({
    count,
    text: [
      defaults.length > 0 ? `Il sito mostra valori di esempio: ${defaults.join(', ')}` : [],
      missing.length > 0 ? `Mancano: ${missing.join(', ')}` : [],
    ]
      .flat()
      .join('. '),
    repair: 'Apri Dati Azienda e completali.',
    english: `${defaults.length} fields show built-in values, ${missing.length} are missing`,
    remedy: 'Fill them in in the panel, under Dati Azienda.',
  })
}

export const indexNowConditions = conditionGroup(
  'stored',
  ({ read, context }) => indexNowState(read, context),
  [
    {
      id: 'indexNow',
      name: 'IndexNow',
      check: 'IndexNow',
      counts: 'URLs that IndexNow refused or that wait because of a problem',
      judge: judgeIndexNow,
    },
  ],
)

/** Gives no warning without a key, because submitting is the operator's choice. */
function judgeIndexNow({
  hindrance,
  waiting,
  failed,
  reason,
}: Awaited<ReturnType<typeof indexNowState>>): Judgement {
  const cause = hindrance ?? reason
  if (failed > 0)
    return warning({
      count: failed,
      text: `Indirizzi rifiutati: ${numberText(failed)}. ${reason ?? ''}`.trim(),
      repair: 'Apri IndexNow, leggi il motivo e premi Invia adesso.',
      english: `${failed} URLs were refused: ${reason ?? 'no reason given'}`,
      remedy: 'Read why in the panel, under IndexNow.',
    })
  if (waiting > 0 && cause)
    return warning({
      count: waiting,
      text: `Indirizzi in attesa: ${numberText(waiting)}. ${cause}`,
      repair: 'Si riprova da soli.',
      english: `${waiting} URLs wait: ${cause}`,
      remedy: 'The worker retries them.',
    })
  return well(
    hindrance ? `Non attivo. ${hindrance}` : 'Nessun indirizzo in attesa',
    hindrance ? 'off' : 'no URL waits for long',
  )
}

interface Purges {
  isUsed: boolean
  count: number
  reason: string | null
}

export const edgeConditions = conditionGroup(
  'stored',
  async ({ read, context }): Promise<Purges> =>
    context.edgePurgeUrl
      ? { isUsed: true, ...(await failedPurges(read)) }
      : { isUsed: false, count: 0, reason: null },
  [
    {
      id: 'edge',
      name: 'Cache esterna',
      check: 'edge cache',
      counts: 'Purges of the edge cache that failed and are repeated',
      judge: judgePurges,
    },
  ],
)

/** Judges the edge cache, which serves old pages while purges fail. */
function judgePurges({ isUsed, count, reason }: Purges): Judgement | null {
  if (!isUsed) return null
  if (count === 0) return well('Svuotata a ogni cambiamento', 'purged after each change')
  return warning({
    count,
    text: `Non svuotata: chi visita il sito può vedere pagine vecchie di dieci minuti. ${reason ?? ''}`.trim(),
    repair: 'Si riprova da soli; se continua, controlla EDGE_PURGE_URL e il servizio.',
    english: `${count} purges failed: ${reason}`,
    remedy: 'Check EDGE_PURGE_URL and the service.',
  })
}

export const mapsConditions = conditionGroup('calls', readMaps, [
  {
    id: 'maps',
    name: 'Google Maps',
    check: 'Google Maps',
    counts: 'APIs of Google whose calls fail',
    judge: judgeMaps,
  },
])

export const modelConditions = conditionGroup(
  'memory',
  async ({ read }) => modelsAge(read)?.staleSeconds ?? null,
  [
    {
      id: 'readModels',
      name: 'Dati in memoria',
      check: 'read models',
      counts: 'Seconds that the read models of the process have been out of date',
      judge: judgeModels,
    },
  ],
)

/** Only API processes keep read models. */
function judgeModels(seconds: number | null): Judgement | null {
  if (seconds === null) return null
  if (seconds <= staleSecondsMax) return well('Aggiornati', 'up to date', seconds)
  return broken({
    count: seconds,
    text: `Vecchi di ${numberText(Math.round(seconds))} s: il sito mostra dati di prima`,
    repair: 'Chi amministra il server legge il registro del processo API e lo riavvia.',
    english: `out of date for ${Math.round(seconds)} s: pages show old data`,
    remedy: 'Read the log of the API.',
  })
}
