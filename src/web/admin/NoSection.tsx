import { Link } from 'react-router'
import { Title } from './kit/Title.tsx'

export function NoSection() {
  return (
    <>
      <Title>Sezione non trovata</Title>
      <p>
        Questo indirizzo non corrisponde a nessuna sezione.{' '}
        <Link to="/admin/" className="text-sea-deep underline">
          Torna a Oggi
        </Link>
      </p>
    </>
  )
}
