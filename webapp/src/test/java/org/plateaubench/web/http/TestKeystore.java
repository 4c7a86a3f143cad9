// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate of this machine that nobody has signed, as an administrator makes one.
 *
 * @param keystore PKCS 12 file with certificate and key
 * @param certificate the certificate alone, in PEM form
 * @param trust a context for clients that trusts it and no other
 */
public record TestKeystore(Path keystore, Path certificate, SSLContext trust) {
    /** Password of the file. */
    public static final String PASSWORD = "of-the-keystore";

    /** Makes one in a folder. */
    public static TestKeystore make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path keystore = folder.resolve("console.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "console",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keystore.toString()))
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no certificate");
        }
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            made.load(in, PASSWORD.toCharArray());
        }
        String lines = Base64.getMimeEncoder()
                .encodeToString(made.getCertificate("console").getEncoded());
        Path certificate = Files.writeString(
                folder.resolve("console.pem"),
                "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n");
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(made);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new TestKeystore(keystore, certificate, context);
    }
}
