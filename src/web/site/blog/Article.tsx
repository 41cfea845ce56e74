import { ArticleText } from './ArticleText.tsx'
import { NewsletterSection } from './NewsletterSection.tsx'

export function Article() {
  return (
    <>
      <ArticleText />
      <NewsletterSection />
    </>
  )
}
