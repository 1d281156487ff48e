/**
 * Passwords from leaked lists that satisfy the rule of spec §5 unchanged, in lower case. Their variations are
 * detected by common-stems.ts and keyboard-walk.ts. Never sent to a browser.
 */
export const top_passwords: ReadonlySet<string> = new Set(
  `
  p@ssw0rd p@ssw0rd1 p@ssword1 p@55w0rd pa$$w0rd pa$$word1 passw0rd! password1! password123! password@123
  pass@123 pass@word1 pass@1234 p@ss1234 p@ssw0rd123 admin@123 admin@1234 admin123! admin123# admin@2020
  admin@2021 admin@2022 admin@2023 admin@2024 admin@2025 admin@2026 root@123 root@1234 test@123 test@1234
  user@123 user@1234 guest@123 welcome@1 welcome@123 welcome1! welcome123! welcome@2024 qwerty123!
  qwerty@123 qwe123!@# qwe!@#123 qweasd!@#123 qaz123!@# 1qaz!qaz 1qaz@wsx 1qaz2wsx! !qaz2wsx !qaz@wsx3edc
  zaq1@wsx zaq!2wsx abc123!@# abc@1234 abc@12345 abcd@1234 abcd1234! abcd123! a1b2c3d4! a123456! a123456@
  a123456. aa123456! aa123456. aa123456@ aa@123456 aaa111!!! asd123!@# asdf1234! asdf@1234 zxc123!@#
  zxcv1234! zxcvbnm1! 123qwe!@# 123qwe!! 123abc!@# 123456a! 123456a@ 123456aa! 12345678a! 123456@a
  123456@qq 123456@abc q1w2e3r4! q1w2e3r4t5! 1q2w3e4r! 1q2w3e4r5t! 1q2w3e!@# hikvision@123 hik12345+
  hik12345! dahua@123 dahua123! huawei@123 huawei12#$ admin@huawei.com h3c@2020 cisco@123 cisco123!
  zte@123 ubuntu@123 centos@123 linux@123 oracle@123 mysql@123 server@123 system@123 manager@123 super@123
  camera@123 parking@123 china@123 beijing@2008 shenzhen@123 iloveyou1! iloveyou@520 woaini1314!
  woaini520! woaini@520 5201314@a 5201314a! love@1314 i-love-1314 trustno1! letmein1! letmein@123
  monkey123! dragon123! sunshine1! football1! baseball1! superman1! batman123! shadow123! master123!
  princess1! michael1! jordan23! charlie1! thomas123! summer2024! summer2025! summer2026! winter2024!
  winter2025! winter2026! spring2025! spring2026! autumn2025! autumn2026! changeme1! changeme@123
  changeme123! default@123 secret123! temp@1234 temp123! hello123! hello@123 google@123 samsung@123
  computer1! internet1!
  `
    .split(/\s+/)
    .filter(Boolean),
)
