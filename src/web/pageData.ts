import type { Page, View } from '../modules/content/pages/contract.ts'
import { contactNames } from './site/company.ts'

type ViewOf<K extends View['kind']> = Extract<View, { kind: K }>

/** Returns what the app reads of a view. Only parts that the server alone renders (still.tsx) show the rest. */
const read: { [K in View['kind']]?: (view: ViewOf<K>) => object } = {
  home: ({ choice, journey, chosen, from, photos: { company } }) => ({
    choice,
    journey,
    chosen,
    from,
    photos: { company },
  }),
  route: ({ choice, chosen, ways, returnDiscountPercent, hasGoogleMap, route }) => ({
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
}

const end = ({ id, name }: { id: number; name: string }) => ({ id, name })

function viewData<K extends View['kind']>(view: ViewOf<K>): object {
  const { kind } = view
  const part = read[kind as K]
  return part ? { kind, ...part(view) } : view
}

/** Returns the data with which the app takes over the page. Its type is `SitePage`, with less of the view. */
export const pageData = ({ path, company, view, isPreview, previewDay }: Page) => ({
  path,
  company: Object.fromEntries(contactNames.map((name) => [name, company[name]])),
  view: viewData(view),
  ...(isPreview && { isPreview }),
  ...(previewDay && { previewDay }),
})
