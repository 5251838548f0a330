/** The formulas of fair luck, as docs/luck.md has them. */

import { hexOf, sealer, sha256 } from "./hash";

const DOMAIN = "bedesten-luck-1";
const NUMBERS = 2n ** 64n;

export const SCHEME = "hmac-sha256-1";

export const promiseOf = (secret: string): Promise<string> => sha256(`${DOMAIN} promise ${secret}`);
export const hashOf = (share: string): Promise<string> => sha256(`${DOMAIN} share ${share}`);

/** The key of all draws, from the server's secret and the shares in their order. */
export async function keyOf(secret: string, shares: readonly string[]): Promise<string> {
  const lines = shares.map((share, n) => `${n}:${new TextEncoder().encode(share).length}:${share}`);
  return hexOf(await (await sealer(secret))([`${DOMAIN} key`, ...lines].join("\n")));
}

/** What a key draws. */
export class KeyedLuck {
  private constructor(private readonly seal: (text: string) => Promise<Uint8Array>) {}

  static async of(key: string): Promise<KeyedLuck> {
    return new KeyedLuck(await sealer(key));
  }

  ticket(draw: number, tickets: number): Promise<number> {
    return this.below(`draw ${draw}`, tickets);
  }

  /** Where those who sit at seats 0, 1, … sat before they were shuffled. */
  async order(seats: number): Promise<number[]> {
    const found = Array.from({ length: seats }, (_, n) => n);
    for (let n = seats - 1; n > 0; n--) {
      const other = await this.below(`seat ${n}`, n + 1);
      [found[n], found[other]] = [found[other]!, found[n]!];
    }
    return found;
  }

  private async below(what: string, bound: number): Promise<number> {
    const end = NUMBERS - (NUMBERS % BigInt(bound));
    for (let attempt = 0; ; attempt++) {
      const sealed = await this.seal(`${DOMAIN} ${what} ${attempt}`);
      const value = new DataView(sealed.buffer, sealed.byteOffset).getBigUint64(0);
      if (value < end) return Number(value % BigInt(bound));
    }
  }
}
