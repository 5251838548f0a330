/**
 * SHA-256 and HMAC-SHA-256 of texts.
 *
 * The browser's own are used where there are any: WebCrypto exists only on https and on localhost.
 * On a plain address in the local network the functions below take its place (FIPS 180-4, RFC 2104).
 */

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const subtle = () => (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;

/** The hash of a text, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const found = subtle();
  return hexOf(found ? new Uint8Array(await found.digest("SHA-256", bytesOf(text))) : plainSha256(bytesOf(text)));
}

/** A function that seals texts with a key, which is a text as well. */
export async function sealer(key: string): Promise<(text: string) => Promise<Uint8Array>> {
  const found = subtle();
  if (!found) return async (text) => plainHmac(bytesOf(key), bytesOf(text));
  const made = await found.importKey("raw", bytesOf(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) => new Uint8Array(await found.sign("HMAC", made, bytesOf(text)));
}

export { hexOf };

// -- without WebCrypto ---------------------------------------------------------

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function fractions(root: number, count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let isPrime = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) isPrime = false;
    if (isPrime) found.push(((n ** (1 / root) % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = fractions(2, 8);
const ROUND = fractions(3, 64);
const BLOCK = 64;

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function plainSha256(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, (message.length * 8) >>> 0);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < length; at += BLOCK) {
    for (let n = 0; n < 16; n++) words[n] = view.getInt32(at + 4 * n);
    for (let n = 16; n < 64; n++) {
      const [far, near] = [words[n - 15]!, words[n - 2]!];
      const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[n] = words[n - 16]! + low + words[n - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let n = 0; n < 64; n++) {
      const choice = (e & f) ^ (~e & g);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[n]! + words[n]!) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = hash[n]! + word));
  }
  const found = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => found.setInt32(4 * n, word));
  return new Uint8Array(found.buffer);
}

export function plainHmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? plainSha256(key) : key);
  const inner = plainSha256(
    joined(
      padded.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return plainSha256(
    joined(
      padded.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
