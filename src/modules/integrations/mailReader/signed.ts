import { Constructed, fromBER, ObjectIdentifier, OctetString } from 'asn1js'

/** Type of content of a signed message (RFC 5652, 5.1). */
const signedData = '1.2.840.113549.1.7.2'

const limits = { maxDepth: 100, maxNodes: 20_000, maxContentLength: 30 * 1024 * 1024, parseEmbedded: false }

/**
 * Returns the content of a signed message (`.p7m`), without checking the signature. Returns null if the bytes are none,
 * for example because the message is encrypted.
 */
export function signedContent(bytes: Buffer): Buffer | null {
  // Some programs write the binary form as Base64.
  const isBinary = bytes[0] === 0x30
  const source = isBinary
    ? bytes
    : Buffer.from(bytes.toString('latin1').replace(/-----[^-]*-----/g, ''), 'base64')
  try {
    const [type, wrapped] = childrenOf(fromBER(source, limits).result)
    if (!(type instanceof ObjectIdentifier) || type.getValue() !== signedData) return null
    const [, , enclosed] = childrenOf(childrenOf(wrapped)[0])
    const [content] = childrenOf(childrenOf(enclosed)[1])
    return content instanceof OctetString ? Buffer.from(content.getValue()) : null
  } catch {
    return null
  }
}

const childrenOf = (block: unknown) => (block instanceof Constructed ? block.valueBlock.value : [])
