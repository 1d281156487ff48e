/**
 * The words that leaked passwords are built from. Few common passwords satisfy the rule of spec §5 unchanged;
 * password.ts catches their usual variations.
 */
export const common_stems: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw pass pwd passphrase passcode secret mypassword mypass newpass newpassword
  changeme change default temp
  temporary test testing tester test-user demo guest user username login logon signin welcome hello letmein
  letmeinnow open opensesame access
  admin administrator adm root toor super superuser superadmin sysadmin system master manager operator support
  service server
  supervisor security secure camera cameras ipcam webcam device edge router gateway network internet office
  company server
  hikvision dahua huawei zte tplink cisco ubnt ubuntu debian raspberry raspberrypi
  qwerty qwertyu qwertyui qwertyuiop qwertz azerty qwer qwert asdf asdfg asdfgh asdfghjkl asdfjkl zxcv zxcvb
  zxcvbn zxcvbnm qaz wsx qazwsx
  qazwsxedc qweasd qweasdzxc qwaszx zaqxsw poiuytrewq lkjhgfdsa mnbvcxz ghjkl hjkl jkl uiop aabbcc
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa xyz abcxyz aabb abab
  iloveyou loveyou love lovely lover loveme ilove iloveu forever baby babygirl angel princess prince queen
  king
  sunshine sunflower
  flower rainbow butterfly chocolate cookie cheese banana orange apple summer winter spring autumn january
  february march april may june july
  august september october november december monday tuesday wednesday thursday friday saturday sunday
  dragon monkey tiger lion eagle shadow ninja samurai superman batman spiderman ironman starwars pokemon
  naruto
  matrix
  football baseball basketball soccer hockey tennis golf golfer sports arsenal chelsea liverpool barcelona
  juventus yankees cowboys
  michael jordan jennifer thomas daniel charlie robert william george david james john andrew joshua matthew
  anthony richard jessica
  ashley nicole michelle amanda hannah samantha sophie maria anna alex alexander max harley ginger buster
  maggie
  jasmine pepper
  computer laptop phone mobile android iphone samsung google facebook twitter instagram wechat weixin alipay
  taobao baidu tencent
  microsoft windows linux oracle mysql database sql java python
  trustno trustnoone whatever nothing nopassword none null blank hunter killer freedom money cash bitcoin
  lucky happy
  smile peace heaven jesus christ god blessed faith hope family friend friends mother father
  mustang ferrari porsche mercedes bmw audi toyota honda yamaha harleydavidson corvette
  china chinese zhongguo beijing shanghai shenzhen guangzhou taiwan taipei hongkong woaini woaiwo wodemima
  mima
  mimamima woshishei nihao
  aini zhang wang liu chen yang huang zhao zhou
  america canada london paris berlin germany france italy spain india japan tokyo
  guestguest adminadmin rootroot useruser testtest passpass rootpass adminpass adminpassword rootpassword
  userpass
  fuckyou fuck shit bitch asshole sexy hottie
  `
    .split(/\s+/)
    .filter(Boolean),
)

/** Common sequences on the keyboard and in the alphabet, with digits. */
export const common_runs: readonly string[] = [
  '1qaz2wsx',
  '1qazxsw2',
  'zaq12wsx',
  'qwer1234',
  'qwert12345',
  'asdf1234',
  'zxcv1234',
  'abcd1234',
  'abc123',
  'abc1234',
  'a1b2c3',
  'a1s2d3',
  'q1w2e3',
  '1q2w3e',
  'q1w2e3r4',
  '1a2b3c',
  'aa123456',
  'a123456',
  'a1234567',
  'a12345678',
  'qq123456',
  'z123456',
  'w123456',
  'x123456',
  '123456a',
  '12345678a',
  '123qwe',
  '1234qwer',
  '123abc',
  '123asd',
  'p0o9i8',
  '5201314',
  '1314520',
]
