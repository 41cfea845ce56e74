import { hasLink } from '../../../modules/catalog/placeSearch/links.contract.ts'
import type { UnderstandPlace } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'

/**
 * Returns the position or the name that the server reads in a map link. Returns other text unchanged, and the link itself if
 * no answer arrives: the server also reads it in each later call.
 */
export async function readLink(text: string, signal?: AbortSignal): Promise<string> {
  if (!hasLink(text)) return text
  try {
    const understood = await understand(text, signal)
    // During a deployment a server of the previous version may omit the field.
    return understood.text ?? text
  } catch {
    return text
  }
}

export const understand = (q: string, signal?: AbortSignal) =>
  call<typeof UnderstandPlace>('GET /api/locations/understood', { q }, signal ? { signal } : {})
