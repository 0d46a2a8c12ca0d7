// What something beside the board speaks of is shown on the board while one points at it.

/**
 * Handlers for the element one points at, with the mouse or by walking to it with the keyboard. A finger points at
 * nothing: after a tap, whatever comes to lie under it would be shown.
 */
export function pointing(show: (on: boolean) => void) {
  return {
    onpointerenter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "touch") show(true);
    },
    onpointerleave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "touch") show(false);
    },
    onfocus: ({ currentTarget }: FocusEvent) => {
      if ((currentTarget as Element).matches(":focus-visible")) show(true);
    },
    onblur: () => show(false),
  };
}
