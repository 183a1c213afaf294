// Words beside the names of certificates, which are the operator's.

export const papers = `
paper      cert, certs, certificate, certificates, certified, tag, tags, paperwork; certificat,
           certificats; Zertifikat, Zertifikate; certificado, certificados
statement  dual release, dual certified, dual certification
`;
