// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A certificate that vouches for itself.
 *
 * @param certificate PEM file
 * @param key PEM file, not encrypted
 */
public record PemCertificate(Path certificate, Path key) {
    /**
     * Makes one with OpenSSL, which the servers need as well.
     *
     * @param names whom it is for, such as {@code IP:127.0.0.1}
     */
    public static PemCertificate make(Path folder, String names) throws IOException, InterruptedException {
        PemCertificate made = new PemCertificate(folder.resolve("certificate.pem"), folder.resolve("key.pem"));
        Process process = new ProcessBuilder(
                        "openssl",
                        "req",
                        "-x509",
                        "-nodes",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=plateau test",
                        "-addext",
                        "subjectAltName=" + names,
                        "-keyout",
                        made.key.toString(),
                        "-out",
                        made.certificate.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("openssl: " + said);
        }
        return made;
    }
}
