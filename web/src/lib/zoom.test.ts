import { describe, expect, it } from "vitest";
import { Zoom } from "./zoom";

const SIZE = { width: 400, height: 300 };

describe("the zoom of a board", () => {
  it("keeps what is under the fingers where it is", () => {
    const zoom = new Zoom();
    zoom.to(2, { x: 100, y: 60 }, SIZE);
    expect([100 * zoom.scale + zoom.x, 60 * zoom.scale + zoom.y]).toEqual([100, 60]);
  });

  it("never shows less than the board, nor beyond its edge", () => {
    const zoom = new Zoom();
    zoom.to(0.2, { x: 0, y: 0 }, SIZE);
    expect(zoom).toMatchObject({ scale: 1, x: 0, y: 0 });
    zoom.to(2, { x: 200, y: 150 }, SIZE);
    zoom.move(9000, -9000, SIZE);
    expect(zoom).toMatchObject({ x: 0, y: -300 });
    zoom.to(99, { x: 0, y: 0 }, SIZE);
    expect(zoom.scale).toBe(4);
  });
});
