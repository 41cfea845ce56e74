import type { ScreenProps } from '../screenProps.ts'
import { ArticleText } from './ArticleText.tsx'
import { NewsletterSection } from './NewsletterSection.tsx'

export function Article(view: ScreenProps<'article'>) {
  return (
    <>
      <ArticleText {...view} />
      <NewsletterSection />
    </>
  )
}
