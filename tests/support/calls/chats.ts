// The calls of `chats`: a valid request of each, and the status of its answer.
import { upload, voiceUpload } from '../call-inputs.ts';
import { type CallCases, unlessBlocked } from './call-case.ts';

export const chatsCases: CallCases<'chats'> = {
  list: { request: () => ({}), status: 200 },
  messages: { request: (id) => ({ query: `profile=${id}` }), status: unlessBlocked },
  send: {
    request: (id) => ({ json: { profile: id, text: 'Good evening', client_id: crypto.randomUUID() } }),
    status: unlessBlocked,
  },
  sendPicture: {
    request: (id) => ({ query: `profile=${id}&client_id=${crypto.randomUUID()}`, ...upload }),
    status: unlessBlocked,
  },
  sendVoice: {
    request: (id) => ({ query: `profile=${id}&client_id=${crypto.randomUUID()}`, ...voiceUpload }),
    status: unlessBlocked,
  },
  // A conversation of other members.
  read: { request: (_, conversation) => ({ json: { conversation, seq: 1 } }), status: 404 },
  // A conversation of other members.
  deleteMessage: {
    request: (id, conversation) => ({ json: { conversation, client_id: id, scope: 'me' } }),
    status: 404,
  },
  // A conversation of other members.
  react: { request: (_, conversation) => ({ json: { conversation, seq: 1, reaction: 'heart' } }), status: 404 },
  // A conversation of other members.
  remove: { request: (_, conversation) => ({ json: { conversation } }), status: 404 },
  // A conversation of other members.
  typing: { request: (_, conversation) => ({ json: { conversation } }), status: 404 },
};
