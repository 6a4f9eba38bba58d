// {{unsubscribe_url}}, {{sender_page}}: an address that only the recipient may have, made when the message leaves.
export const madeAddress = /\{\{([a-z]+(?:_page|_url))\}\}/g;

/** Words, and between them the names of addresses that are made when it leaves. */
export const withAddresses = (text: string): (string | { made: string })[] =>
  text.split(madeAddress).map((part, index) => (index % 2 === 0 ? part : { made: part.replaceAll("_", " ") }));
