// The small signs that pieces bear: each a colour and a drawing in a square from -1 to 1.

export interface BadgeSign {
  sign: string;
  colour: string;
}

const SIGNS: Record<string, BadgeSign> = {
  attacking: { sign: "M-.9.9.9-.9M.9-.9H0M.9-.9V0", colour: "#a5302b" },
  reserve: { sign: "M-.6 1V-1H.2Q.8-1 .8-.5T.2 0H-.6M.1 0 .8 1", colour: "#7a5a12" },
  levied: { sign: "M0-.9V.9M-.9 0H.9", colour: "#2f6a3c" },
  moved: { sign: "M-.9 0H.9M.3-.6.9 0 .3.6", colour: "#5c5245" },
  waiting: { sign: "M-.7-.9H.7L-.7.9H.7z", colour: "#4d5a70" },
};

/** The drawings of those badges that have one, in a fixed order. */
export const signs = (badges: readonly string[]): BadgeSign[] =>
  Object.entries(SIGNS).filter(([key]) => badges.includes(key)).map(([, sign]) => sign);
