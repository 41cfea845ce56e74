import type { ReactNode } from 'react'
import type { AppView, ViewKind } from '../../pageData.ts'
import { Article } from '../blog/Article.tsx'
import { Blog } from '../blog/Blog.tsx'
import { Newsletter } from '../blog/Newsletter.tsx'
import { Home } from '../home/Home.tsx'
import { Business } from '../info/Business.tsx'
import { Contacts } from '../info/Contacts.tsx'
import { Maintenance } from '../info/Maintenance.tsx'
import { NotFound } from '../info/NotFound.tsx'
import { Privacy } from '../info/Privacy.tsx'
import { SnippetsTest } from '../info/SnippetsTest.tsx'
import { Terms } from '../info/Terms.tsx'
import { TooManyRequests, Unavailable } from '../info/TooManyRequests.tsx'
import { Prices } from '../lists/Prices.tsx'
import { Results } from '../lists/Results.tsx'
import { RoutesList } from '../lists/RoutesList.tsx'
import { Place } from '../place/Place.tsx'
import { RequestPage } from '../request/RequestPage.tsx'
import { ReviewForm } from '../reviews/ReviewForm.tsx'
import { Reviews } from '../reviews/Reviews.tsx'
import { OlderRoute } from '../route/OlderRoute.tsx'
import { RouteDetail } from '../route/RouteDetail.tsx'
import { RequestStatus } from '../status/RequestStatus.tsx'

/** A new screen needs one file and one line here. */
export const screens: { [K in ViewKind]: (props: AppView<K>) => ReactNode } = {
  home: Home,
  routes: RoutesList,
  route: RouteDetail,
  olderRoute: OlderRoute,
  place: Place,
  results: Results,
  prices: Prices,
  request: RequestPage,
  status: RequestStatus,
  reviews: Reviews,
  review: ReviewForm,
  blog: Blog,
  article: Article,
  newsletter: Newsletter,
  business: Business,
  contacts: Contacts,
  privacy: Privacy,
  terms: Terms,
  snippetsTest: SnippetsTest,
  maintenance: Maintenance,
  tooManyRequests: TooManyRequests,
  unavailable: Unavailable,
  notFound: NotFound,
}
