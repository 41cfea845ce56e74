import { Link } from 'react-router'
import { adminPath } from './kit/adminPath.ts'
import { Title } from './kit/Title.tsx'

export function NoSection() {
  return (
    <>
      <Title>Sezione non trovata</Title>
      <p>
        Questo indirizzo non corrisponde a nessuna sezione.{' '}
        <Link to={adminPath('')} className="text-sea-deep underline">
          Torna a Oggi
        </Link>
      </p>
    </>
  )
}
