import { serializerCompiler } from 'fastify-type-provider-zod'
import { writeReplies } from '#server/http/write-replies.ts'

/** Every reply that a test gets is also written, and checked value by value, by the contract itself. */
export const writeAndCheck: typeof writeReplies = (route) => {
  const [write, check] = [writeReplies(route), serializerCompiler(route as never)]
  return (reply) => {
    const text = write(reply)
    if (text !== check(reply)) throw new Error(`${route.url} sends what its contract does not say: ${text}`)
    return text
  }
}
