import type { ReactNode } from 'react'
import type { View } from '../../modules/content/pages/contract.ts'
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
import { RouteDetail } from './route/RouteDetail.tsx'
import type { ScreenProps } from './screenProps.ts'
import { TooManyRequests } from './TooManyRequests.tsx'

/** Wraps a screen without controls, whose long text is left out of the browser's bundle. */
function still<P extends object>(Screen: (props: P) => ReactNode): (props: P) => ReactNode {
  return (props) => (
    <div>
      <Screen {...props} />
    </div>
  )
}

/** Keeps the server's markup: React does not replace it by the empty text. */
function Kept() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is empty.
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

/** A new screen needs one file and one line here. */
export const screens: { [K in View['kind']]: (props: ScreenProps<K>) => ReactNode } = {
  home: Home,
  routes: RoutesList,
  route: RouteDetail,
  olderRoute: OlderRoute,
  place: Place,
  results: Results,
  prices: Prices,
  request: RequestPage,
  status: RequestStatus,
  blog: Blog,
  article: Article,
  newsletter: Newsletter,
  business: Business,
  contacts: Contacts,
  // The browser's build removes the first branch and with it the module of the screen.
  privacy: import.meta.env.SSR ? still(Privacy) : Kept,
  terms: import.meta.env.SSR ? still(Terms) : Kept,
  snippetsTest: SnippetsTest,
  maintenance: Maintenance,
  tooManyRequests: TooManyRequests,
  notFound: NotFound,
}
