// Shapes on a canvas. What is drawn often is drawn once and then copied.

import type { Tint } from "../api/types";
import { TINTS } from "../api/vocabulary";
import { CASING, type Shape } from "./art";

export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Times New Roman", "DejaVu Serif", serif';

const paths = new Map<string, Path2D>();
function path(d: string): Path2D {
  let found = paths.get(d);
  if (!found) paths.set(d, (found = new Path2D(d)));
  return found;
}

/** Pixels to the side of a tile of a pattern. */
const TILE = 24;
const patterns = new Map<Tint, CanvasPattern | null>();

function pattern(ctx: CanvasRenderingContext2D, key: Tint): CanvasPattern | string {
  if (!patterns.has(key)) {
    const { hatch, ink } = TINTS[key];
    const tile = document.createElement("canvas");
    tile.width = tile.height = TILE;
    const on = tile.getContext("2d");
    if (on) {
      on.scale(TILE, TILE);
      on.strokeStyle = ink;
      on.lineWidth = hatch.width;
      on.lineCap = "round";
      on.stroke(path(hatch.lines));
    }
    const made = ctx.createPattern(tile, "repeat");
    made?.setTransform(new DOMMatrix().scale(hatch.tile / TILE));
    patterns.set(key, made);
  }
  return patterns.get(key) ?? "transparent";
}

/** As many pixels are letters set in to a unit. */
const FINE = 100;

/** Draws shapes in the units that the canvas is set to. */
export function paint(ctx: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  ctx.lineCap = ctx.lineJoin = "round";
  for (const shape of shapes) {
    if ("text" in shape) {
      ctx.save();
      ctx.translate(shape.x, shape.y);
      // Browsers measure letters in whole pixels.
      ctx.scale(1 / FINE, 1 / FINE);
      ctx.font = `bold ${shape.size * FINE}px ${SERIF}`;
      ctx.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
      if (shape.casing) {
        ctx.strokeStyle = shape.casing;
        ctx.lineWidth = CASING * FINE;
        ctx.strokeText(shape.text, 0, 0);
      }
      ctx.fillStyle = shape.fill;
      ctx.fillText(shape.text, 0, 0);
      ctx.restore();
      continue;
    }
    const { d, fill, stroke, width, opacity, at } = shape;
    if (at) {
      ctx.save();
      ctx.translate(at[0], at[1]);
      ctx.scale(at[2], at[2]);
    }
    if (opacity !== undefined) ctx.globalAlpha = opacity;
    if (fill && fill !== "none") {
      ctx.fillStyle = typeof fill === "string" ? fill : pattern(ctx, fill.hatch);
      ctx.fill(path(d));
    }
    if (stroke) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width ?? 0.1;
      ctx.stroke(path(d));
    }
    ctx.globalAlpha = 1;
    if (at) ctx.restore();
  }
}

/** How far a drawing reaches beyond its square, in halves of its side. */
export const REACH = 1.4;

/** Drawings by name and size, ready to be copied. */
export class Sprites {
  private readonly made = new Map<string, HTMLCanvasElement>();

  constructor(private readonly most = 1500) {}

  /** A drawing whose half side measures so many pixels. */
  get(name: string, half: number, draw: () => readonly Shape[]): HTMLCanvasElement {
    const key = `${half}|${name}`;
    let found = this.made.get(key);
    if (!found) {
      if (this.made.size >= this.most) this.made.clear();
      found = document.createElement("canvas");
      found.width = found.height = Math.max(2, Math.ceil(2 * REACH * half));
      const ctx = found.getContext("2d");
      if (ctx) {
        ctx.translate(found.width / 2, found.height / 2);
        ctx.scale(half, half);
        paint(ctx, draw());
      }
      this.made.set(key, found);
    }
    return found;
  }
}
