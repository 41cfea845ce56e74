import type { AppView } from '../../pageData.ts'
import { Hero } from './Hero.tsx'
import { HomeSections } from './HomeSections.tsx'

export function Home({ from, photos }: AppView<'home'>) {
  return (
    <>
      <Hero from={from} photo={photos.company} />
      <HomeSections />
    </>
  )
}
