import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { sitePath } from '../../../kernel/sitePath.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Tx } from '../../../platform/db.ts'
import type { PriceField } from '../book/contract.ts'
import { eachColumn } from '../book/priceColumns.queries.ts'
import { centsOf, priceFault, priceTextOrNull } from '../prices/cents.contract.ts'
import { routePathOf } from '../routePath.ts'
import type { RouteForm } from './contract.ts'

// Converts a form to columns and checks what a schema cannot check.

/** Words that cannot be slugs, because paths of the API have these words in the position of a slug. */
const reserved = new Set([
  'popular',
  'check',
  'search',
  'pricing-table',
  'by-hubs',
  'return',
  'correlated',
  'meta',
])

/** Throws HttpError 422 for an invalid field, 409 if another route has the slug, or the places and the type. */
export async function settledRoute(
  tx: Tx,
  form: RouteForm,
  own: { id: number; slug: string } | null,
  siteOrigin: string,
) {
  const names = await endsOf(tx, form)
  await refuseSamePair(tx, form, own?.id ?? 0)
  const [built = ''] = form.slug ? [] : await builtSlugs(tx, [names], own?.id)
  const slug = form.slug ? await freeSlug(tx, form.slug, own?.id ?? 0) : built
  const hasDistance = typeof form.distanceKm === 'number'
  return {
    departure_location_id: form.departureLocationId,
    destination_location_id: form.destinationLocationId,
    transfer_type_id: form.transferTypeId,
    distance_km: hasDistance ? form.distanceKm : null,
    // Staff saw the distance in the form, so it is verified.
    distance_source: hasDistance ? 'ufficio' : null,
    estimated_duration: form.estimatedDuration || null,
    ...pricesOf(form),
    long_description: form.longDescription || null,
    tourist_info: form.touristInfo || null,
    slug,
    canonical_url: canonicalOf(form.canonicalUrl, [slug, own?.slug ?? slug], siteOrigin),
    is_main_route: form.isMainRoute,
    is_active: form.isActive,
  }
}

async function endsOf(tx: Tx, form: RouteForm): Promise<{ departure: string; destination: string }> {
  const { departureLocationId: from, destinationLocationId: to, transferTypeId } = form
  const rows = await tx<{ id: number; name: string }[]>`
    select id, name from locations where id in (${from}, ${to})`
  const placeName = (id: number) => rows.find((row) => row.id === id)?.name
  const [departure, destination] = [placeName(from), placeName(to)]
  if (!departure) throw refusal('departureLocationId', 'Seleziona una località di partenza')
  if (!destination) throw refusal('destinationLocationId', 'Seleziona una località di destinazione')
  if (from === to)
    throw refusal('destinationLocationId', 'La destinazione deve essere diversa dalla partenza')
  const [type] = await tx`select id from transfer_types where id = ${transferTypeId}`
  if (!type) throw refusal('transferTypeId', 'Seleziona una tipologia di transfer')
  return { departure, destination }
}

async function refuseSamePair(tx: Tx, form: RouteForm, butId: number): Promise<void> {
  const [same] = await tx`
    select id from route_prices
    where departure_location_id = ${form.departureLocationId}
      and destination_location_id = ${form.destinationLocationId}
      and transfer_type_id = ${form.transferTypeId} and id <> ${butId}`
  if (same) throw new HttpError(409, 'Esiste già una tratta tra queste due località con la stessa tipologia.')
}

/** Removes the prefix `transfer-`. Throws HttpError 422 for an invalid slug, 409 if another route has the slug. */
async function freeSlug(tx: Tx, text: string, butId: number): Promise<string> {
  const slug = slugOf(text).replace(/^transfer-/, '')
  if (slug === '') throw refusal('slug', 'Lo slug deve contenere lettere o cifre')
  if (reserved.has(slug)) throw refusal('slug', `"${slug}" è una parola riservata: scegli un altro slug`)
  if (await isTaken(tx, slug, butId)) throw refusal('slug', 'Questo slug è già di un’altra tratta.', 409)
  return slug
}

/** Returns a slug for each pair of names. Adds a number to a slug that another route or an earlier pair has. */
export async function builtSlugs(
  tx: Tx,
  ends: { departure: string; destination: string }[],
  butId = 0,
): Promise<string[]> {
  const bases = ends.map(({ departure, destination }) =>
    slugOf(`${departure} ${destination}`)
      .replace(/^transfer-/, '')
      .slice(0, 250),
  )
  const rows = await tx<{ slug: string }[]>`
    select slug from route_prices where slug = any(${bases}) and id <> ${butId}`
  const taken = new Set(rows.map(({ slug }) => slug))
  const slugs: string[] = []
  for (const base of bases) {
    let slug = base
    for (let number = 2; taken.has(slug) || (slug !== base && (await isTaken(tx, slug, butId))); number++)
      slug = `${base}-${number}`
    taken.add(slug)
    slugs.push(slug)
  }
  return slugs
}

async function isTaken(tx: Tx, slug: string, butId: number): Promise<boolean> {
  const [taken] = await tx`select id from route_prices where slug = ${slug} and id <> ${butId}`
  return taken !== undefined
}

/** Returns null for the URL of the route's page (one of `slugs`), because this URL changes with the slug. */
function canonicalOf(text: string | null | undefined, slugs: string[], siteOrigin: string): string | null {
  if (!text) return null
  const path = sitePath(text, siteOrigin)
  if (path === null) throw refusal('canonicalUrl', `L’indirizzo canonico deve cominciare con ${siteOrigin}/`)
  return slugs.some((slug) => path === routePathOf(slug)) ? null : siteOrigin + path
}

/** Returns prices by column. Throws HttpError 422 for unreadable prices; `at` is the prefix of their field paths. */
export function pricesOf(form: Pick<RouteForm, PriceField>, at = '') {
  const errors: { path: string; message: string }[] = []
  const columns = eachColumn((field) => {
    const cents = centsOf(form[field] ?? null)
    if (cents === undefined) errors.push({ path: at + field, message: priceFault(form[field]) })
    return priceTextOrNull(cents ?? null)
  })
  if (errors[0]) throw new HttpError(422, errors[0].message, { errors })
  return columns
}
