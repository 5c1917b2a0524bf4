import { request } from 'node:http'
import type { Product } from '../system/product.ts'
import type { Client } from './booking-load.ts'

const PHOTO_BYTES = 13_900_000
const BODY = Buffer.from(`{"image":"data:image/jpeg;base64,${'A'.repeat(PHOTO_BYTES - 60)}"}`)

/** Sends an invalid photo of the largest size, and stops as soon as there is an answer. */
export function uploadPhoto({ url }: Pick<Product, 'url'>, { token }: Client): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/user-profile/passport-image`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': BODY.length,
      },
    })
    sending.on('response', ({ statusCode }) => {
      resolve(statusCode!)
      sending.destroy()
    })
    sending.on('error', reject)
    sending.end(BODY)
  })
}
