import { BSON, type Document } from 'mongodb';
import { unknown } from './stand-in-error.ts';

/** A message of the wire protocol: a command, and how it wants to be answered. */
export interface WireMessage {
  readonly requestId: number;
  readonly command: Document;
  /** The first message of a connection comes in an older form. */
  readonly isLegacy: boolean;
  /** Nobody waits for an answer. */
  readonly isOneWay: boolean;
}

/**
 * Take the complete messages from the front of what has arrived.
 *
 * Source: MongoDB Wire Protocol, OP_MSG (2013) and, for the first greeting, OP_QUERY (2004).
 *
 * @returns the messages, and the bytes that are left
 */
export function readMessages(bytes: Buffer): { messages: WireMessage[]; rest: Buffer } {
  const messages: WireMessage[] = [];
  let rest = bytes;
  while (rest.length >= HEADER && rest.length >= rest.readInt32LE(0)) {
    const length = rest.readInt32LE(0);
    messages.push(readMessage(rest.subarray(0, length)));
    rest = rest.subarray(length);
  }
  return { messages, rest };
}

/** Whether what has arrived is surely less than one message. */
export function isIncomplete([first, ...others]: readonly Buffer[]): boolean {
  if (first === undefined || first.length < HEADER) return false;
  const total = others.reduce((sum, { length }) => sum + length, first.length);
  return total < first.readInt32LE(0);
}

/** The bytes of an answer. */
export function writeAnswer({ requestId, isLegacy }: WireMessage, answer: Document): Buffer {
  const body = BSON.serialize(answer);
  const lead = isLegacy ? legacyLead() : Buffer.alloc(5);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + lead.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isLegacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, lead, body]);
}

// --- internal ---

const HEADER = 16;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const MORE_TO_COME = 2;
// One answer to a message is always right.
const EXHAUST_ALLOWED = 1 << 16;

// Every value keeps its type: 1 as an int, a long and a double are three values.
const exact = { promoteValues: false, promoteLongs: false, promoteBuffers: false } as const;

function readMessage(message: Buffer): WireMessage {
  const requestId = message.readInt32LE(4);
  const code = message.readInt32LE(12);
  if (code === OP_QUERY) {
    const start = message.indexOf(0, HEADER + 4) + 1 + 8;
    return { requestId, command: readDocument(message, start), isLegacy: true, isOneWay: false };
  }
  if (code !== OP_MSG) throw unknown(`the message ${code}`);
  const flags = message.readUInt32LE(HEADER);
  if ((flags & ~(MORE_TO_COME | EXHAUST_ALLOWED)) !== 0) throw unknown(`the flags ${flags} of a message`);
  return { requestId, command: readSections(message), isLegacy: false, isOneWay: (flags & MORE_TO_COME) !== 0 };
}

function readSections(message: Buffer): Document {
  let command: Document = {};
  const lists: Document = {};
  for (let at = HEADER + 4; at < message.length; ) {
    const length = message.readInt32LE(at + 1);
    if (message[at] === 0) command = readDocument(message, at + 1);
    else Object.assign(lists, readSequence(message.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return { ...command, ...lists };
}

function readSequence(section: Buffer): Document {
  const end = section.indexOf(0, 4);
  const name = section.toString('utf8', 4, end);
  const list: Document[] = [];
  for (let at = end + 1; at < section.length; at += section.readInt32LE(at)) list.push(readDocument(section, at));
  return { [name]: list };
}

function readDocument(bytes: Buffer, at: number): Document {
  return BSON.deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), exact);
}

function legacyLead(): Buffer {
  const lead = Buffer.alloc(20);
  lead.writeInt32LE(1, 16);
  return lead;
}
