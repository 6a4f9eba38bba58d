// The time, for server and browser. Code that decides or shows something by the time asks here, or is handed `now`; what only
// measures how long something takes asks performance.now(). SQL asks private.now().

export const currentTime = (): Date => new Date();
export const currentMillis = (): number => Date.now();
