import { queryText } from '../../../kernel/address.ts'
import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { placePathOf } from '../../catalog/places/placePages.queries.ts'
import { isOwnPage, localCatalog, routePathOf } from '../../catalog/search/search.queries.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import { listPublished } from '../blog/published.queries.ts'
import { type Translated, translations } from '../translations/translated.queries.ts'
import type { Page, View } from './contract.ts'
import type { Address } from './fixed.queries.ts'

const [italian] = languages

interface Shown {
  view: View
  t: Translate
  context: Context
  isIndexable: boolean
}

/** Returns the page in every language in which it exists. Every path has the query of the address. */
export async function versionsOf(
  read: Sql,
  { path, lang: _, ...query }: Address,
  { view, isIndexable, t, context }: Shown,
): Promise<Page['versions']> {
  const search = queryText(Object.entries(query))
  const [pathIn, indexable] = await Promise.all([
    pathsOf(read, path, view, t),
    isIndexable ? indexableIn(read, view, { t, context }) : ([] as readonly LanguageCode[]),
  ])
  const versions = await Promise.all(
    languages.map(async (language) => {
      const local = languageWith(language).t
      const found = await pathIn(local)
      return found === null
        ? []
        : [
            {
              language,
              path: localPath(local, found) + search,
              isIndexable: indexable.includes(language),
              offer: local('nav.offer'),
              close: local('request.close'),
            },
          ]
    }),
  )
  return versions.flat()
}

type PathIn = (t: Translate) => Promise<string | null>

/** Null means that the page does not exist in a language. Fixed words of a path are Italian (`/tratte/`). */
async function pathsOf(read: Sql, path: string, view: View, t: Translate): Promise<PathIn> {
  const names = await localCatalog(read, t)
  switch (view.kind) {
    case 'route': {
      const route = names.routeAt(view.route.slug)
      return async (other) => (route ? routePathOf((await localCatalog(read, other)).routeSlug(route)) : null)
    }
    case 'place': {
      const place = names.placeAt(view.slug) ?? view.place
      return async (other) => placePathOf((await localCatalog(read, other)).placeSlug(place))
    }
    case 'article':
      return async (other) => {
        const found = (await listPublished(read, other)).find(({ id }) => id === view.post.id)
        return found ? articlePathOf(found.slug) : null
      }
    case 'routes':
    case 'prices': {
      const { hub } = view.list
      const place = hub ? names.placeAt(hub) : undefined
      if (!place) return async () => path
      return async (other) =>
        path.replace(`/da-${hub}/`, `/da-${(await localCatalog(read, other)).placeSlug(place)}/`)
    }
    case 'notFound':
    case 'maintenance':
    case 'tooManyRequests':
    case 'unavailable':
      return async () => '/'
    case 'olderRoute':
      return async (other) => (other.language === italian ? path : null)
    default:
      return async (other) => (other.language === italian || localPath(other, path) !== path ? path : null)
  }
}

/** Returns the languages in which a page is indexable, for a page that is indexable in the language of `t`. */
async function indexableIn(
  read: Sql,
  view: View,
  { t, context }: Pick<Shown, 't' | 'context'>,
): Promise<readonly LanguageCode[]> {
  const names = await localCatalog(read, t)
  switch (view.kind) {
    case 'route': {
      const route = names.routeAt(view.route.slug)
      return route && isOwnPage(route, context.site.origin)
        ? (await translations(read)).routeLanguages(route)
        : []
    }
    case 'place':
      return placeLanguages(await translations(read), view.place.id)
    case 'blog': {
      const lists = await Promise.all(languages.map((code) => listPublished(read, languageWith(code).t)))
      return languages.filter((_, index) => (lists[index]?.length ?? 0) > 0)
    }
    default:
      return languages
  }
}

export const placeLanguages = ({ text }: Translated, id: number): LanguageCode[] =>
  languages.filter((code) => code === italian || text('place', id, code))
