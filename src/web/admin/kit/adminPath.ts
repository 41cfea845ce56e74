/** The panel lies below this path. */
export const panelRoot = '/admin/'

/** Paths of screens below `panelRoot`, such as `tratte/:id/`. The `screens.ts` of each area adds its own. */
export interface ScreenPaths {
  'login/': true
}

/** Without its optional parameters, the path `richieste/:kind?/:id?/` is also called `richieste/`. */
type Short<P extends string> = P extends `${infer Start}:${string}?/${string}` ? Start : P

export type ScreenPath = keyof ScreenPaths | Short<keyof ScreenPaths>

type Value = string | number

type NamesIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Params<P extends string> = {
  [Name in NamesIn<P> as Name extends `${string}?` ? never : Name]: Value
} & {
  [Name in NamesIn<P> as Name extends `${infer Own}?` ? Own : never]?: Value | undefined
}

/** Parameters of the URL. Those that are undefined or empty are left out. */
type SearchParams = Record<string, Value | boolean | undefined>

type Rest<P extends string> =
  Record<never, never> extends Params<P>
    ? [params?: Params<P>, search?: SearchParams]
    : [params: Params<P>, search?: SearchParams]

/** Screens whose paths have exactly these parameters. */
export type PathWith<Names extends string> = {
  [P in ScreenPath]: [NamesIn<P>, Names] extends [Names, NamesIn<P>] ? P : never
}[ScreenPath]

/** Screens whose paths have no parameters, such as those of the menu. */
export type PlainPath = PathWith<never>

/** Returns the path of a screen: `adminPath('tratte/:id/', { id: 5 })` is `/admin/tratte/5/`. */
export function adminPath<P extends ScreenPath>(path: P, ...[params, search = {}]: Rest<P>): string {
  const values: Record<string, Value | undefined> = params ?? {}
  const parts = path.split('/').flatMap((part) => {
    if (!part.startsWith(':')) return part
    const value = values[part.slice(1).replace('?', '')]
    return value === undefined ? [] : encodeURIComponent(value)
  })
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const query = new URLSearchParams(given).toString()
  return `${panelRoot}${parts.join('/')}${query && `?${query}`}`
}
