import { clockOf } from '../../../kernel/romanDay.ts'
import type { MapFailure } from '../../../platform/maps.ts'
import { findApiKey } from '../../integrations/keys/apiKeys.queries.ts'
import { failingMaps } from '../../integrations/maps/pause.queries.ts'
import { type Judgement, type Reading, warning, well } from './condition.ts'

const apis = { googlePlaces: 'Places API (New)', googleRoutes: 'Routes API' }

interface Maps {
  hasKey: boolean
  failing: ReturnType<typeof failingMaps>
}

/** Reads the latest responses of the map service to this process. A test request would cost money. */
export async function readMaps({ read, context }: Reading): Promise<Maps> {
  const key = await findApiKey(read, 'maps-places', context)
  return { hasKey: key !== null, failing: key ? failingMaps(context, key) : [] }
}

export function judgeMaps({ hasKey, failing }: Maps): Judgement {
  if (!hasKey) return well('Senza chiave: luoghi e distanze dai dati inclusi', 'no key')
  const [first] = failing
  if (!first) return well('Chiave attiva', 'the key works')
  const { api, failure, failedAt } = first
  const { reason, repair } = wordsOf(failure)
  return warning({
    count: failing.length,
    text: `${apis[api]}: ${reason} (alle ${clockOf(failedAt)}). Intanto si usano i dati inclusi e le stime`,
    repair,
    english: `${apis[api]} fails since ${failedAt.toISOString()}: ${failure.message}`,
    remedy: 'See the panel, under Stato del Sistema.',
  })
}

function wordsOf({ kind, isDayOver, message }: MapFailure): { reason: string; repair: string } {
  const code = message.replace('Google answered ', '')
  if (kind === 'denied')
    return {
      reason: `Google rifiuta la chiave, ${code}`,
      repair:
        'In Google Cloud abilita Places API (New) e Routes API, la fatturazione e questo server; poi API Esterne.',
    }
  if (kind === 'quota')
    return {
      reason: isDayOver ? 'quota del giorno finita' : 'troppe richieste al minuto',
      repair: isDayOver
        ? 'Alza la quota in Google Cloud, oppure aspetta domani: si riprova da soli ogni mezz’ora.'
        : 'Nulla da fare: si riprova da soli tra un minuto.',
    }
  if (kind === 'network')
    return { reason: 'nessuna risposta', repair: 'Controlla che il server raggiunga googleapis.com.' }
  return { reason: `risposta non valida, ${code}`, repair: 'Di solito passa da sé: si riprova da soli.' }
}
