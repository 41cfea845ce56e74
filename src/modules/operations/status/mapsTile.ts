import type { Context } from '../../../kernel/context.ts'
import { clockOf } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import type { MapFailure } from '../../../platform/maps.ts'
import { findApiKey } from '../../integrations/keys/apiKeys.queries.ts'
import { failingMaps } from '../../integrations/maps/pause.queries.ts'
import type { Tile } from './contract.ts'

const apis = { googlePlaces: 'Places API (New)', googleRoutes: 'Routes API' }

/** Reports the state of the map service from its latest responses to this process. A test request would cost money. */
export async function mapsTile(read: Sql, context: Context): Promise<Tile> {
  const name = 'Google Maps'
  const key = await findApiKey(read, 'maps-places', context)
  if (!key) return { name, state: 'ok', text: 'Senza chiave: luoghi e distanze dai dati inclusi', repair: '' }
  const [failing] = failingMaps(context, key)
  if (!failing) return { name, state: 'ok', text: 'Chiave attiva', repair: '' }
  const { api, failure, failedAt } = failing
  const { reason, repair } = wordsOf(failure)
  return {
    name,
    state: 'attenzione',
    text: `${apis[api]}: ${reason} (alle ${clockOf(failedAt)}). Intanto si usano i dati inclusi e le stime`,
    repair,
  }
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
