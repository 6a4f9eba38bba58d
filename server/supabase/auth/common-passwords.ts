// Passwords that guessing lists start with; refused when PASSWORD_REFUSE_COMMON is on.
export const commonPasswords: ReadonlySet<string> = new Set(
  `
    000000 00000000 0987654321 101010 102030 1111 111111 11111111 112233 11223344 1122334455 121212 123123
    123123123 123321 1234 12341234 12345 123456 1234567 12345678 123456789 1234567890 123456a 1234qwer 123654
    123654789 123abc 123qwe 131313 147258369 147852 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz1qaz 1qaz2wsx
    1qaz@wsx 1qazxsw2 2000 22222222 258456 456789 555555 654321 666666 696969 777777 7777777 789456 789456123
    87654321 88888888 963852741 987654321 99999999 a123456 a123456789 aa123456 aaaaaa abc123 abc12345 abcd1234
    abcdef access access1 admin admin123 administrator alejandro alexander amanda america andrea andrew angel
    angel1 angels anthony apple arsenal asd123 asdf1234 asdfasdf asdfgh asdfghjkl ashley ashley1 august austin
    australia autumn azerty azerty123 banana barbie barcelona baseball baseball1 basketball batman batman1
    benjamin berlin biteme blessed blink182 boss boston brasil brother bubbles business buster butterfly camaro
    canada carlos carolina changeit changeme charlie charlie1 cheese chelsea chelsea1 cherry chicago chocolate
    christ christian church company computer cookie corvette dallas daniel daniela database december default
    demo demo123 diamond doggie dolphin donald dragon dragon1 eagle1 elizabeth eminem england facebook faith
    family father fernando ferrari flower football football1 forever france freedom friday friend friends
    gabriel gangster george germany ginger god golden google guest guitar hacker hannah harley heaven hello
    hello1 hello123 hockey honda honey hottie hunter iloveyou iloveyou1 india indonesia internet italia january
    jennifer jessica jessica1 jesus jesus1 jonathan jordan jordan23 joseph joshua juventus killer killer1 king
    kitten kitty klaster letmein letmein1 lion liverpool login login123 london love lovely lovers loveyou mafia
    maggie manager manchester master master1 matrix matthew mercedes metallica mexico michael michael1 michelle
    mickey monday monkey monkey1 mother music mustang mustang1 mysql naruto natalia newyork nicole nicole1 ninja
    nissan nothing november october office oracle orange p@ssw0rd p@ssword pa$$word pa55word pakistan panther
    paris pass passw0rd passw0rd1 password password1 password12 password123 patrick peanut pepper philippines
    phoenix piano pokemon porsche postgres prince princess princess1 pumpkin puppy purple q1w2e3r4 qazwsx
    qazwsxedc queen qwe123 qweasd qweasdzxc qwerty qwerty1 qwerty12 qwerty123 qwerty12345 qwerty123456
    qwertyuiop ranger realmadrid ricardo richard robert rockstar rockyou root samantha samsung scorpion
    sebastian secret secret123 september server shadow shadow1 silver sister slipknot snoopy soccer spiderman
    spring starwars strawberry sugar summer summer1 sunshine sunshine1 superman superman1 suzuki sweet sweety
    system taylor temp temp123 test test1 test123 test1234 tester testing thomas thunder tiger tigger tinkerbell
    toor toyota trump trustme trustno1 user user123 valentina victoria vietnam welcome welcome1 whatever william
    winter yamaha yankees yellow zaq12wsx zaq1zaq1 zxc123 zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
