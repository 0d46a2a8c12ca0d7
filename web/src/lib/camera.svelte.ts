// What of the paper is seen: pan and zoom.
//
// The paper is one sheet that the browser's compositor moves and stretches as a picture, without painting it anew; when
// it has come to rest it is painted once more, crisp.

import { select } from "d3-selection";
import "d3-transition";
import { zoom as d3zoom, type D3ZoomEvent, zoomIdentity, type ZoomTransform } from "d3-zoom";
import { bring } from "./cover";
import type { Box, Point } from "./geometry";
import { moves } from "./preferences.svelte";
import { grown, holds } from "./tiles";

/** Milliseconds without movement after which the sheet lies still. */
const REST = 140;

/** Milliseconds that a step nearer or farther takes. */
const GLIDE = 200;

/** So much of the view is drawn beyond it on each side. */
const AHEAD = 0.3;

export class Camera {
  private frame: HTMLElement | null = null;
  private sheet: HTMLElement | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private at: ZoomTransform = zoomIdentity;

  /** Pixels of the screen to a unit of paper, when the sheet last lay still. */
  scale = $state(1);
  /** The part of the paper that is seen. */
  seen: Box = $state.raw({ x: 0, y: 0, width: 1, height: 1 });
  /** The part of the paper for which things are drawn: more than is seen, so that it changes seldom. */
  drawn: Box = $state.raw({ x: 0, y: 0, width: 1, height: 1 });
  size = $state.raw({ width: 800, height: 600 });
  /** Whether somebody has moved the sheet himself. */
  touched = false;

  private readonly behaviour = d3zoom<HTMLElement, unknown>()
    .clickDistance(6)
    // What can be moved is dragged itself; two fingers and the wheel are for the map.
    .filter((event: Event) => {
      const { ctrlKey, button, type } = event as MouseEvent;
      const several = "touches" in event && (event as TouchEvent).touches.length > 1;
      const piece = (event.target as Element | null)?.closest?.(".piece.moves");
      return (!ctrlKey || type === "wheel") && !button && (type === "wheel" || several || !piece);
    })
    .on("zoom", ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      if (sourceEvent) {
        this.touched = true;
        this.left = null;
      }
      this.place(transform);
    })
    .on("end", () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.rest(), REST);
    });

  /** Hangs the sheet into its frame; `resized` is called with the first size and whenever it changes. */
  hang(frame: HTMLElement, sheet: HTMLElement, resized: () => void): () => void {
    this.frame = frame;
    this.sheet = sheet;
    const watcher = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.size = { width: entry.contentRect.width || 1, height: entry.contentRect.height || 1 };
      resized();
    });
    select(frame).call(this.behaviour).on("dblclick.zoom", null);
    watcher.observe(frame);
    return () => {
      watcher.disconnect();
      clearTimeout(this.resting);
      select(frame).interrupt();
    };
  }

  /** How far one may go: over this part of the paper with some room around it, and so near at least. */
  bound({ x, y, width, height }: Box, room: number, nearest: number): void {
    const least = Math.min(this.size.width / width, this.size.height / height);
    this.behaviour
      .extent([[0, 0], [this.size.width, this.size.height]])
      .scaleExtent([least * 0.7, Math.max(nearest, least * 8)])
      .translateExtent([[x - room, y - room], [x + width + room, y + height + room]]);
  }

  /** The point of the paper under a point of the window. */
  under({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
    const { left, top } = this.frame?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return this.at.invert([clientX - left, clientY - top]);
  }

  private place(transform: ZoomTransform): void {
    const { x, y, k } = transform;
    this.at = transform;
    this.sheet?.classList.add("moving");
    if (this.sheet) this.sheet.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${k})`;
    this.seen = { x: -x / k, y: -y / k, width: this.size.width / k, height: this.size.height / k };
    if (!holds(this.drawn, this.seen)) this.drawn = grown(this.seen, AHEAD);
  }

  private rest(): void {
    clearTimeout(this.resting);
    this.sheet?.classList.remove("moving");
    if (this.scale !== this.at.k) this.drawn = grown(this.seen, AHEAD);
    this.scale = this.at.k;
  }

  /** Where a point of the paper is in the frame, in pixels. */
  onScreen([x, y]: Point): Point {
    const k = this.size.width / this.seen.width;
    return [(x - this.seen.x) * k, (y - this.seen.y) * k];
  }

  /** Shows a part of the paper in the frame, or in the free part of it. */
  show(box: Box, smooth: boolean, free: Box = { x: 0, y: 0, ...this.size }): void {
    if (!this.frame) return;
    const { x, y, width, height } = free;
    const transform = zoomIdentity
      .translate(x + width / 2, y + height / 2)
      .scale(Math.min(width / box.width, height / box.height))
      .translate(-(box.x + box.width / 2), -(box.y + box.height / 2));
    if (smooth && moves()) select(this.frame).transition().duration(350).call(this.behaviour.transform, transform);
    else {
      select(this.frame).call(this.behaviour.transform, transform);
      this.rest();
    }
  }

  private aim = { scale: 1, at: -Infinity };

  /** Comes nearer or goes farther; who asks again before it is done goes on from where it leads. */
  zoomBy(factor: number): void {
    if (!this.frame) return;
    this.touched = true;
    const now = performance.now();
    const scale = (now - this.aim.at < GLIDE ? this.aim.scale : this.at.k) * factor;
    const [least, most] = this.behaviour.scaleExtent();
    this.aim = { scale: Math.min(Math.max(scale, least), most), at: now };
    if (moves()) select(this.frame).transition().duration(GLIDE).call(this.behaviour.scaleTo, this.aim.scale);
    else select(this.frame).call(this.behaviour.scaleTo, this.aim.scale);
  }

  centre(x: number, y: number): void {
    if (!this.frame) return;
    this.touched = true;
    select(this.frame).call(this.behaviour.translateTo, x, y);
  }

  private left: ZoomTransform | null = null;

  /** Goes to see a point of the paper that is outside the frame, remembering where one was. */
  visit(x: number, y: number): void {
    if (!this.frame || this.sees(x, y)) return;
    this.left ??= this.at;
    select(this.frame).transition().duration(250).call(this.behaviour.translateTo, x, y);
  }

  /** Goes back to where one was before the first visit, unless one has moved on oneself. */
  goBack(): void {
    const left = this.left;
    this.left = null;
    if (this.frame && left) select(this.frame).transition().duration(250).call(this.behaviour.transform, left);
  }

  /** Moves as far as it must so that all these points lie in the free part of the frame. */
  keep(points: readonly Point[], free: Box, room: number): void {
    const next = this.frame && bring(points, free, room, this.at);
    if (!this.frame || !next) return;
    const transform = zoomIdentity.translate(next.x, next.y).scale(next.k);
    if (moves()) select(this.frame).transition().duration(300).call(this.behaviour.transform, transform);
    else {
      select(this.frame).call(this.behaviour.transform, transform);
      this.rest();
    }
  }

  private sees(x: number, y: number): boolean {
    const [sx, sy] = this.at.apply([x, y]);
    const room = 30;
    const { width, height } = this.size;
    return sx >= room && sy >= room && sx <= width - room && sy <= height - room;
  }

  /** Brings a point of the paper into the frame, if it is not in it. */
  reveal(x: number, y: number): void {
    if (!this.sees(x, y)) this.centre(x, y);
  }
}
