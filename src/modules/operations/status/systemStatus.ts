import type { Context } from '../../../kernel/context.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { serviceTitles } from '../../integrations/keys/contract.ts'
import { conditions, quickSources } from './conditions.queries.ts'
import { ReadSystemStatus, type Tile } from './contract.ts'

export const readSystemStatus = answer(ReadSystemStatus, async (read, _input, _caller, context) => {
  const [judged, keys, version] = await Promise.all([
    conditions(read, context, { sources: [...quickSources, 'outside'] }),
    keysTile(read, context),
    versionTile(read),
  ])
  const tiles = judged.map(({ name, state, text, repair }) => ({ name, state, text, repair }))
  return { tiles: [...tiles, keys, version], checkedAt: context.clock.now().toISOString() }
})

/** Names the API keys that are configured. */
async function keysTile(read: Sql, { providers }: Context): Promise<Tile> {
  const keys = await read<{ name: string; apiKey: string | null; isActive: boolean }[]>`
    select name, api_key, is_active from api_configurations order by name`
  const inUse = (name: 'maps-places' | 'maps-embed' | 'openai' | 'anthropic') =>
    keys.some((key) => key.name === name && key.isActive && key.apiKey) || providers.keys[name] !== null
  const names = (['maps-places', 'maps-embed', 'openai', 'anthropic'] as const).filter(inUse)
  return fact(
    'Chiavi esterne',
    names.length > 0
      ? `In uso: ${names.map((name) => serviceTitles[name]).join(', ')}`
      : 'Nessuna: si usa ciò che è incluso',
  )
}

async function versionTile(read: Sql): Promise<Tile> {
  const [{ version }] = await read<[{ version: string }]>`select current_setting('server_version') as version`
  return fact('Versioni', `Node ${process.versions.node}, PostgreSQL ${version}`)
}

const fact = (name: string, text: string): Tile => ({ name, state: 'ok', text, repair: '' })
