/** Passwords of at least 8 characters that attackers guess first, in lower case. */
const whole = `
12345678 123456789 1234567890 12345678910 0123456789 0987654321 9876543210 987654321 87654321 11111111 111111111
1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
12121212 123123123 12341234 1234512345 123321123 112233445566 11223344 1122334455 12344321 123454321 13131313
10203040 1020304050 102030405060 01234567 01020304 20202020 19191919 147258369 147852369 159357456 159753159
741852963 789456123 456789123 789789789 321321321 987987987 31415926 3141592654 27182818 14725836 96385274
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyqwerty qwertz123 qwertzui
qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdfgh123 asdf1234 asdfqwer zxcvbnm1
zxcvbnm123 zxcvbnm,. zxcvzxcv zaq12wsx zaq1zaq1 zaq1xsw2 zaq!2wsx 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 1q2w3e4r
1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r! q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedc qazwsx123 qazwsxedcrfv qweasdzxc
qweasd123 qweqweqwe qwe123qwe qwer1234 qwerasdf qwerqwer poiuytrewq lkjhgfdsa mnbvcxz1 !qaz2wsx !qaz@wsx
abcd1234 abc12345 abc123456 abcabcabc abcdefgh abcdefghi abcdefghij abcdef123 abcd12345 a1234567 a12345678
a123456789 aa123456 aa12345678 a1b2c3d4 a1b2c3d4e5 1a2b3c4d aaaaaaaa aaaaaaaaaa zzzzzzzz xxxxxxxx abcd1234! aabbccdd
passw0rd p@ssw0rd p@ssword pa$$word pa$$w0rd passwort passworld password password0 passwordpassword passwords
mypassword yourpassword newpassword nopassword thepassword changeme changeme1 changeme123 changeit letmein1
letmein123 letmeinnow openopen opensesame whatever whatever1 nothing1 secret123 secretsecret topsecret superuser
superman superman1 batman123 spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 minecraft minecraft1
fortnite roblox123 jennifer jessica1 michelle michael1 michael123 jordan23 jordan123 charlie1 charlie123 danielle
benjamin samantha stephanie alexander alexandra christian elizabeth nicholas victoria veronica matthew1 joshua12
ashley123 anthony1 brandon1 princess princess1 princess123 sunshine sunshine1 sunshine123 iloveyou iloveyou1
iloveyou2 iloveyou123 iloveyou! ilovegod loveyou1 lovelove babygirl babygirl1 butterfly butterfly1 football
football1 football123 baseball baseball1 baseball123 basketball softball volleyball hockey123 soccer12 soccer123
dolphin1 dolphins elephant flower123 chocolate cookie123 cheese123 computer computer1 computer123 internet
internet1 samsung1 samsung123 iphone123 android1 google123 facebook facebook1 linkedin microsoft windows1 windows10
trustno1 trustme1 blink182 metallica nirvana1 greenday slipknot liverpool liverpool1 arsenal1 chelsea1 barcelona
realmadrid manchester steelers cowboys1 yankees1 lakers24 redskins patriots packers1 broncos1 panthers bulldogs
wildcats warriors corvette mercedes porsche1 harley123 mustang1 mustang123 yamaha123 trinity1 shadow12 shadow123
dragon12 dragon123 monkey12 monkey123 tigger12 tigger123 master12 master123 killer123 hunter12 hunter123 ranger12
buster12 buster123 ginger12 pepper12 maggie12 bailey12 summer12 freedom1 freedom123 jesus123 jesuschrist godisgood
blessed1 heaven123 angel123 angels12 money123 lovely123 hello123 hello1234 hellohello helloworld goodluck
testtest test1234 test12345 testing1 testing123 test123456 tester123 demo1234 demodemo guest123 guestguest user1234
useruser username username1 login123 loginlogin admin123 admin1234 admin12345 adminadmin administrator
administrator1 admin@123 root1234 rootroot toor1234 system123 sysadmin manager1 manager123 service1 support1
support123 default1 temp1234 temporary temppass internal private1 access14 access123 master01 backup123 server123
`;

/** Words that suggest themselves at a school; each also with the usual endings. */
const stems = `
password passw0rd welcome school schools student students teacher teachers teaching principal homework classroom
library reading science history english mathematics college university education graduate graduation chromebook
chromebooks laptop laptops technology helpdesk spring summer autumn winter january february march april october
november december monday tuesday thursday friday changeme letmein football baseball basketball eagles tigers lions
bulldog wildcat panther
`;

const endings = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '1234!', '@1', '@123', '01'];
const years = Array.from({ length: 20 }, (_, index) => String(2015 + index)).flatMap((year) => [year, `${year}!`]);

const common = new Set([
  ...wordsOf(whole),
  ...wordsOf(stems).flatMap((stem) => [...endings, ...years].map((ending) => stem + ending)),
]);

/** @param folded the password in lower case */
export function isCommonPassword(folded: string): boolean {
  return common.has(folded);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean);
}
