/** A long press of a finger or a mouse button, which is no click. */
import { useRef } from "preact/hooks";

const LONG_MS = 450;

/** Handlers for an element: `does` is called once it has been pressed for long enough, else `onClick`. */
export function useLongPress(does, onClick) {
  const press = useRef({ timer: 0, fired: false });
  const stop = () => clearTimeout(press.current.timer);
  return {
    onPointerDown: (event) => {
      stop();
      press.current.fired = false;
      if (!does || event.button) return;
      press.current.timer = setTimeout(() => {
        press.current.fired = true;
        does();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // Touch screens open a menu upon a long press.
    onContextMenu: (event) => does && event.preventDefault(),
    // A click by a key has no detail, and no press before it.
    onClick: (event) => !(press.current.fired && event.detail) && onClick(),
  };
}
