import type { Database } from '../src/platform/db.ts'

/** Number of bundled and generated routes together. `BENCH_ROUTES` sets a smaller number for a trial. */
const routes = Number(process.env.BENCH_ROUTES ?? 100_000)
export const many = { places: routes / 10, routes }

const syllables = 'ba ca co da fo ga la li ma na ne no pa po ri ro sa se ta te ti to va ve vi zo'.split(' ')

/** Each of three hubs leads to a tenth of the generated places, each generated place to about ten others. */
export async function addManyPlaces(write: Database['write']): Promise<void> {
  const [{ places, last }] = await write<[{ places: number; last: number }]>`
    select count(*)::int as places, max(id)::int as last from locations`
  const rows = Array.from({ length: many.places - places }, (_, n) => ({
    id: last + 1 + n,
    name: `${nameOf(n)} ${n}`,
    location_type: 'Città',
    cap: String(10_000 + n),
    latitude: 37 + (n % 97) / 12,
    longitude: 8 + (n % 89) / 9,
  }))
  for (let from = 0; from < rows.length; from += 1_000)
    await write`insert into locations ${write(rows.slice(from, from + 1_000))}`
  const kept = write`(departure_location_id, destination_location_id, slug, distance_km, estimated_duration,
    price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax)`
  await write`
    insert into route_prices ${kept}
    select h.id, a.id, 'hub-' || h.id || '-' || a.id, 60, '1 h 5 min', 40, 110, 120, 110, 130
    from locations h cross join locations a
    where h.name in ('Aeroporto Brindisi', 'Aeroporto Bari', 'Stazione Lecce') and a.id > ${last} and a.id % 10 = 0`
  const [{ routes }] = await write<[{ routes: number }]>`select count(*)::int as routes from route_prices`
  await write`
    insert into route_prices ${kept}
    select d.id, a.id, 'via-' || d.id || '-' || a.id, 60, '1 h 5 min', 40, 110, 120, 110, 130
    from generate_series(1, 11) step
      cross join locations d
      join locations a on a.id = ${last} + 1 + (d.id + step * 811) % ${rows.length}
    where d.id > ${last} and a.id <> d.id
    order by step, d.id limit ${many.routes - routes}`
  await write`analyze`
}

function nameOf(n: number): string {
  const letters = [0, 1, 2].map(
    (place) => syllables[Math.floor(n / syllables.length ** place) % syllables.length],
  )
  const name = letters.join('')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
