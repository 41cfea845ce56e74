import type { Context } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { withModelsOnce } from '../../../kernel/readModel.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { loneUnitKeys } from '../../catalog/prices/quote.contract.ts'
import { listMainRoutes, listRoutesForPictures } from '../../catalog/search/search.queries.ts'
import { company } from '../../settings/company/company.queries.ts'
import { listPublished } from '../blog/published.queries.ts'
import type { Placed } from '../drawings/contract.ts'
import { placed } from '../drawings/routeMap.queries.ts'
import { translations } from '../translations/translated.queries.ts'
import { socialPath } from './contract.ts'
import { drawSocialPicture, type SocialPicture, versionOf } from './socialPicture.ts'

/** Maximum pictures of one run. Twenty pictures keep one core busy for one or two seconds. */
const batch = 20

/** Also deletes the pictures of pages that are not indexable. Returns the number of drawn pictures. */
export async function drawSocialPictures({ read, write, context }: Tools): Promise<number> {
  const wanted = await withModelsOnce(() => picturesOfPages(read, context))
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

async function picturesOfPages(read: Sql, context: Context): Promise<Map<string, SocialPicture>> {
  const wanted = new Map<string, SocialPicture>()
  for (const language of languages)
    for (const [path, { picture, isIndexed }] of await picturesIn(read, languageWith(language).t, context))
      if (isIndexed) wanted.set(path, picture)
  return wanted
}

/** Returns the picture at a path; if it is not stored, the general picture of `lang`. Null for an unknown path. */
export async function findSocialPicture(
  read: Sql,
  { path, lang }: { path: string; lang: LanguageCode },
  context: Context,
): Promise<Buffer | null> {
  const stored = async (one: string) => {
    const [row] = await read<[{ png: Buffer }?]>`select png from social_pictures where path = ${one}`
    return row?.png
  }
  const own = await stored(path)
  if (own) return own
  const { t } = languageWith(lang)
  const known = await picturesIn(read, t, context)
  if (!known.has(path)) return null
  const general = known.get(socialPath(t))
  return (await stored(socialPath(t))) ?? (general ? drawSocialPicture(general.picture) : null)
}

/** Returns, by path, the general picture of a language and the pictures of its routes and articles. */
async function picturesIn(
  read: Sql,
  t: Translate,
  context: Context,
): Promise<Map<string, { picture: SocialPicture; isIndexed: boolean }>> {
  const { companyName: brand } = await company(read)
  const map = { frame: 'heel' as const, arcs: arcsOf(await listMainRoutes(read)) }
  const general = { lead: '', title: t('social.title'), note: t('social.note'), brand, map }
  const pictures = new Map([[socialPath(t), { picture: general as SocialPicture, isIndexed: true }]])
  const { routeLanguages } = await translations(read)
  for (const route of await listRoutesForPictures(read, t, context)) {
    const { departureLocation, destinationLocation, price, unit } = route
    const arcs = arcsOf([route])
    const picture = {
      lead: t('social.lead', { from: departureLocation.name }),
      title: destinationLocation.name,
      note:
        price && unit
          ? t('head.startPrice', { price: euro(t, price, ' '), unit: t(loneUnitKeys[unit]) })
          : '',
      brand,
      map: arcs.length > 0 ? { frame: 'arcs' as const, arcs } : map,
    }
    const isIndexed = route.isIndexed && routeLanguages(route).includes(t.language)
    pictures.set(socialPath(t, `transfer-${route.slug}`), { picture, isIndexed })
  }
  for (const { slug, title } of await listPublished(read, t)) {
    const picture = { lead: '', title, note: t('social.blog'), brand, map }
    pictures.set(socialPath(t, `blog-${slug}`), { picture, isIndexed: true })
  }
  return pictures
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
