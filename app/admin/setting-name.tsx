import { Fragment } from "react";

/** POSTMARK_SERVER_TOKEN: a line may end after an underscore, never inside a word. */
export const SettingName = ({ children }: { children: string }) =>
  children.split(/(?<=_)/).map((word, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the words of one name do not move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
