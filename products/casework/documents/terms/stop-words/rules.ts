// Stop words: so frequent that they are useless for search. English and German. Pure.
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being both but by can cannot could did do does
  doing done each either else for from further get gets had has have having he her here hers him his how however i if in
  into is it its itself just let may me might more most must my neither no nor not now of off on once one only or other
  our ours out over own per rather same shall she should so some such than that the their theirs them then there these
  they this those through to too under until up upon us very was we were what when where whether which while who whom
  why will with within without would yet you your yours
  aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den der des dessen die dies diese dieser
  doch dort du durch ein eine einem einen einer eines er es euer fur hat hatte ich ihr im in ist ja jede jedem jeden
  jeder jedes kann kein keine mit muss nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so uber um und uns
  unter vom von vor wann war was weil wenn wer werden wie wir wird wo zu zum zur`.split(/\s+/),
)
