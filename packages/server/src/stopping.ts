/** Whether the process is about to stop: `ready` has to say so while connections are still taken. */
export function isStopping(): boolean {
  return stops > 0;
}

/** Say that a stop begins. @returns says that it has ended, and the process goes on */
export function beginStop(): () => void {
  stops += 1;
  return () => {
    stops -= 1;
  };
}

// --- internal ---

let stops = 0;
