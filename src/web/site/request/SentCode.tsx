/** Renders nothing if the lead has no code. */
export function SentCode({ code, className = '' }: { code: string; className?: string }) {
  return (
    code !== '' && (
      <p className={className}>
        Codice della richiesta: <strong className="figures font-semibold">{code}</strong>
      </p>
    )
  )
}
