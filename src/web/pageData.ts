import type { LanguageCode } from '../languages/messages.ts'
import type { Page, View } from '../modules/content/pages/contract.ts'
import { type Contacts, contactNames } from './site/company.ts'

type ViewOf<K extends View['kind']> = Extract<View, { kind: K }>

/** Returns what the app reads of a view. Only parts that the server alone renders (still.tsx) show the rest. */
const read = {
  home: ({ choice, journey, chosen, from, photos: { company } }: ViewOf<'home'>) => ({
    choice,
    journey,
    chosen,
    from,
    photos: { company },
  }),
  route: ({ choice, chosen, ways, returnDiscountPercent, hasGoogleMap, route }: ViewOf<'route'>) => ({
    choice,
    chosen,
    ways,
    returnDiscountPercent,
    hasGoogleMap,
    route: {
      slug: route.slug,
      name: route.name,
      canonicalUrl: route.canonicalUrl,
      departureLocation: end(route.departureLocation),
      destinationLocation: end(route.destinationLocation),
    },
  }),
  article: () => ({}),
  privacy: () => ({}),
  reviews: () => ({}),
  review: () => ({}),
} satisfies { [K in View['kind']]?: (view: ViewOf<K>) => object }

const end = ({ id, name }: { id: number; name: string }) => ({ id, name })

type Read = typeof read

/** Data of a view in the browser. The server has the whole `View`. */
export type AppView = {
  [K in View['kind']]: K extends keyof Read ? { kind: K } & ReturnType<Read[K]> : ViewOf<K>
}[View['kind']]

function viewData(view: View): AppView {
  const part = (read as { [kind in View['kind']]?: (view: never) => object })[view.kind]
  return (part ? { kind: view.kind, ...part(view as never) } : view) as AppView
}

export interface PageData
  extends Pick<Page, 'path' | 'today'>,
    Partial<Pick<Page, 'isPreview' | 'previewDay'>> {
  language: LanguageCode
  company: Contacts
  view: AppView
}

/** Returns the data with which the app takes over the page. */
export const pageData = (
  { path, today, company, view, isPreview, previewDay }: Page,
  language: LanguageCode,
): PageData => ({
  path,
  today,
  language,
  company: Object.fromEntries(contactNames.map((name) => [name, company[name]])) as Contacts,
  view: viewData(view),
  ...(isPreview && { isPreview }),
  ...(previewDay && { previewDay }),
})
