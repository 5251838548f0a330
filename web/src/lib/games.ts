/** What the page knows of the games before it has asked: enough for the first picture. */

export interface Shop {
  name: string;
  seats: [number, number];
  minutes: number;
  /** Rivals that "play now" begins with. */
  rivals: number;
}

export const SHOPS: readonly Shop[] = [
  { name: "istanbul", seats: [2, 5], minutes: 45, rivals: 3 },
  { name: "choose_write", seats: [1, 5], minutes: 40, rivals: 1 },
  { name: "basari", seats: [3, 4], minutes: 35, rivals: 3 },
];
