import { useParams } from 'react-router'
import { ReadArticle } from '../../../../modules/content/blog/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { ArticleEditor } from './ArticleEditor.tsx'

export default function ArticleForm() {
  const { id } = useParams()
  return id === undefined ? (
    <>
      <Title>Nuovo Articolo</Title>
      <ArticleEditor key="nuovo" article={null} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const article = useQueryCall(ReadArticle, { id }, { isUncached: true })
  return (
    <>
      <Title>Modifica Articolo</Title>
      <Answer of={article} rows={10}>
        {(values) => <ArticleEditor key={values.id} article={values} />}
      </Answer>
    </>
  )
}
