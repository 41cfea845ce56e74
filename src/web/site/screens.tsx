import type { ReactNode } from 'react'
import type { AppView, ViewKind } from '../pageData.ts'
import { Article } from './blog/Article.tsx'
import { Blog } from './blog/Blog.tsx'
import { Newsletter } from './blog/Newsletter.tsx'
import { Home } from './home/Home.tsx'
import { Business } from './info/Business.tsx'
import { Contacts } from './info/Contacts.tsx'
import { Maintenance } from './info/Maintenance.tsx'
import { Privacy } from './info/Privacy.tsx'
import { SnippetsTest } from './info/SnippetsTest.tsx'
import { Terms } from './info/Terms.tsx'
import { NotFound } from './NotFound.tsx'
import { OlderRoute } from './OlderRoute.tsx'
import { Place } from './Place.tsx'
import { Prices } from './Prices.tsx'
import { RequestStatus } from './RequestStatus.tsx'
import { Results } from './Results.tsx'
import { RoutesList } from './RoutesList.tsx'
import { RequestPage } from './request/RequestPage.tsx'
import { ReviewForm } from './reviews/ReviewForm.tsx'
import { Reviews } from './reviews/Reviews.tsx'
import { RouteDetail } from './route/RouteDetail.tsx'
import { TooManyRequests, Unavailable } from './TooManyRequests.tsx'

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
