// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  kind: ['mention', 'reply', 'comment', 'accepted', 'like', 'post', 'content', 'moderation'],
  reason: ['author', 'post', 'channel'],
} as const;
