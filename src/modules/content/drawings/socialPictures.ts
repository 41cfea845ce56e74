import type { Context } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql } from '../../../platform/db.ts'
import { loneUnitKeys } from '../../catalog/prices/quote.contract.ts'
import { listMainRoutes, listRoutesForPictures } from '../../catalog/search/queries.ts'
import { company } from '../../settings/site/queries.ts'
import { listPublished } from '../blog/published.queries.ts'
import type { Placed } from './contract.ts'
import { placed } from './routeMap.queries.ts'
import { drawSocialPicture, type SocialPicture, versionOf } from './socialPicture.ts'

/** Drawing twenty pictures takes one or two seconds of one core. */
const batch = 20

/**
 * Draws up to 20 missing or outdated pictures of indexable pages, because a fresh installation needs over a thousand.
 * Deletes pictures of other pages, which use the general picture. Returns the number of pictures drawn.
 */
export async function drawSocialPictures({ read, write, context }: Tools): Promise<number> {
  const wanted = await wantedPictures(read, context, ({ isIndexed }) => isIndexed)
  const rows = await read<{ path: string; version: string }[]>`select path, version from social_pictures`
  const drawn = new Map(rows.map(({ path, version }) => [path, version]))
  const open = [...wanted].filter(([path, picture]) => drawn.get(path) !== versionOf(picture)).slice(0, batch)
  for (const [path, picture] of open)
    await write`
      insert into social_pictures (path, version, png)
      values (${path}, ${versionOf(picture)}, ${await drawSocialPicture(picture)})
      on conflict (path) do update set version = excluded.version, png = excluded.png, drawn_at = now()`
  await write`delete from social_pictures where path <> all(${[...wanted.keys()]})`
  return open.length
}

/**
 * Returns the picture of a path, or the general picture until the path's own picture is drawn; null for an unknown
 * path.
 */
export async function findSocialPicture(read: Sql, path: string, context: Context): Promise<Buffer | null> {
  const [row] = await read<[{ png: Buffer }?]>`select png from social_pictures where path = ${path}`
  if (row) return row.png
  const wanted = await wantedPictures(read, context, () => true)
  if (!wanted.has(path)) return null
  const [general] = await read<
    [{ png: Buffer }?]
  >`select png from social_pictures where path = ${generalPath}`
  const picture = wanted.get(generalPath)
  return general?.png ?? (picture ? drawSocialPicture(picture) : null)
}

const generalPath = '/condivisione.png'

async function wantedPictures(
  read: Sql,
  context: Context,
  isWanted: (route: { isIndexed: boolean }) => boolean,
): Promise<Map<string, SocialPicture>> {
  const { companyName: brand } = await company(read)
  const heel = { frame: 'heel' as const, arcs: arcsOf(await listMainRoutes(read)) }
  const wanted = new Map<string, SocialPicture>()
  const general = {
    lead: '',
    title: 'Il tuo transfer privato in tutto il Salento',
    note: 'A prezzo fisso',
    brand,
  }
  wanted.set(generalPath, { ...general, map: heel })
  const routes = await listRoutesForPictures(read, context)
  for (const route of routes.filter(isWanted)) {
    const arcs = arcsOf([route])
    wanted.set(`/condivisione/transfer-${route.slug}.png`, {
      lead: `Transfer da ${route.departureLocation.name} a`,
      title: route.destinationLocation.name,
      note:
        route.price && route.unit
          ? `da ${euro(italian, route.price, ' ')} ${italian(loneUnitKeys[route.unit])}`
          : '',
      brand,
      map: arcs.length > 0 ? { frame: 'arcs', arcs } : heel,
    })
  }
  for (const { slug, title } of await listPublished(read))
    wanted.set(`/condivisione/blog-${slug}.png`, { lead: '', title, note: 'Il blog', brand, map: heel })
  return wanted
}

type Ends = Parameters<typeof placed>[0]

function arcsOf(
  routes: { departureLocation: Ends; destinationLocation: Ends }[],
): { from: Placed; to: Placed }[] {
  return routes.flatMap(({ departureLocation, destinationLocation }) => {
    const from = placed(departureLocation)
    const to = placed(destinationLocation)
    return from && to ? [{ from, to }] : []
  })
}
