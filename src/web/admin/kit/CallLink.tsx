/** Shows a phone number as a link; as plain text if the number cannot be read. */
export function CallLink({ phone, call }: { phone: string; call: string | null }) {
  if (!call) return <span className="figures wrap-anywhere">{phone}</span>
  return (
    <a href={call} className="figures wrap-anywhere text-sea-deep underline">
      {phone}
    </a>
  )
}
