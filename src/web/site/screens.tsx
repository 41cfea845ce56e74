import type { ReactNode } from 'react'
import type { View } from '../../modules/content/contract.ts'
import { Home } from './home/Home.tsx'
import { NotFound } from './NotFound.tsx'
import { Prices } from './Prices.tsx'
import { RequestPage } from './RequestPage.tsx'
import { Results } from './Results.tsx'
import { RoutesList } from './RoutesList.tsx'
import { RouteDetail } from './route/RouteDetail.tsx'

export type ScreenProps<K extends View['kind']> = Extract<View, { kind: K }>

/** Every screen by the kind of view it shows: a new one is a file and a line here. */
export const screens: { [K in View['kind']]: (props: ScreenProps<K>) => ReactNode } = {
  home: Home,
  routes: RoutesList,
  route: RouteDetail,
  results: Results,
  prices: Prices,
  request: RequestPage,
  notFound: NotFound,
}
