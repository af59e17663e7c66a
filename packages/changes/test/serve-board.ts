import '../../logic/src/index.ts';
import { openBoard } from './open-board.ts';

// A server of its own, which tests end with SIGKILL: `serve-board.ts <store> <port>`. It prints its address.
const [store = '', port = '0'] = process.argv.slice(2);
const board = await openBoard({ store, port: Number(port) });
console.log(board.url);
