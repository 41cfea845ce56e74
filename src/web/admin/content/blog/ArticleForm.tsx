import { ReadArticle } from '../../../../modules/content/blog/contract.ts'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'

export default function ArticleForm() {
  return (
    <ThingScreen read={ReadArticle} titles={{ created: 'Nuovo Articolo', edited: 'Modifica Articolo' }}>
      {(article) => <ArticleEditor article={article} />}
    </ThingScreen>
  )
}
