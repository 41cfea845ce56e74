import type { ScreenProps } from '../screenProps.ts'
import { Hero } from './Hero.tsx'
import { HomeSections } from './HomeSections.tsx'

export function Home(view: ScreenProps<'home'>) {
  return (
    <>
      <Hero from={view.from} photo={view.photos.company} />
      <HomeSections {...view} />
    </>
  )
}
