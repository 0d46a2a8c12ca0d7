// What is to be seen of a piece: what is printed on it, together with what changes.

import type { Badge, Facing, Gauge, Piece, Print, Steps } from "../api/types";

export interface Face extends Print {
  facing: Facing;
  badges: Badge[];
  steps?: Steps | undefined;
  /** What is printed, then what changes. */
  figures: Gauge[];
  /** How many of its kind it stands for. */
  count: number;
}

const made = new WeakMap<Piece, Face>();

/** The face of a piece. Pieces never change, so neither do their faces. */
export function face(piece: Piece): Face {
  let found = made.get(piece);
  if (!found) {
    const { print, facing, badges = [], steps, figures = [], count = 1 } = piece;
    const text = [print.text, piece.text].filter(Boolean).join(" ");
    found = {
      ...print, facing, badges, steps, count, figures: [...(print.figures ?? []), ...figures], ...(text ? { text } : {}),
    };
    made.set(piece, found);
  }
  return found;
}

/** What people call a piece: "3 French infantry". */
export const pieceName = ({ print, count = 1 }: Piece): string => (count === 1 ? print.name : `${count} ${print.name}`);

const names = new WeakMap<Face, string>();

/** The same for all that look alike. */
export function faceName(look: Face): string {
  let found = names.get(look);
  if (found === undefined) {
    const { form, tint, letter, symbol, label, facing, badges, steps, count, figures } = look;
    found = JSON.stringify([form, tint, letter, symbol, label, facing, badges, steps, count, figures.map(({ value }) => value)]);
    names.set(look, found);
  }
  return found;
}
