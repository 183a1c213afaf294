// Numbers in words: English; French; German; Spanish; Portuguese.

export const numberWords = `
1   one; un, une; ein, eine, eins; uno, una; um, uma
2   two; deux; zwei; dos; dois, duas
3   three; trois; drei; tres; três
4   four; quatre; vier; cuatro; quatro
5   five; cinq; fünf; cinco
6   six; ; sechs; seis
7   seven; sept; sieben; siete; sete
8   eight; huit; acht; ocho; oito
9   nine; neuf; neun; nueve; nove
10  ten; dix; zehn; diez; dez
11  eleven; onze; elf; ; onze
12  twelve; douze; zwölf; doce; doze
`;
