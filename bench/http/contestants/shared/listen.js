/** How many resources the run asks for. */
export const count = Number(process.argv[2] ?? 1);

/**
 * Listen on a free port of this machine, and tell it to the run.
 *
 * @param app - a server, or an application with `listen`
 */
export function listen(app) {
  const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
}

/** Tell the run the port, and the CPU time of this process, in microseconds, whenever it asks. */
export function announce(port) {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system });
  });
  process.on('disconnect', () => process.exit());
  process.send({ port });
}
