// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A lab's own authority, and what it has signed for servers of this machine.
 *
 * @param authority its certificate, PEM
 * @param certificate that of the servers, PEM
 * @param key theirs, PEM
 * @param trust a context for clients that trusts the authority and nobody else
 */
public record TestAuthority(Path authority, Path certificate, Path key, SSLContext trust) {
    private static final char[] PASSWORD = "of-the-keystore".toCharArray();

    /** Makes one in a folder. */
    public static TestAuthority make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("authority.p12");
        keytool(store, "authority", "CN=Lab authority", "-ext", "bc:c");
        String names = "SAN=dns:localhost,ip:127.0.0.1,ip:127.0.0.2";
        keytool(store, "server", "CN=localhost", "-signer", "authority", "-ext", names);
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", made.getCertificate("authority"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        Key key = made.getKey("server", PASSWORD);
        return new TestAuthority(
                pem(
                        folder,
                        "authority",
                        "CERTIFICATE",
                        made.getCertificate("authority").getEncoded()),
                pem(
                        folder,
                        "server",
                        "CERTIFICATE",
                        made.getCertificate("server").getEncoded()),
                pem(folder, "server-key", "PRIVATE KEY", key.getEncoded()),
                context);
    }

    private static Path pem(Path folder, String name, String kind, byte[] bytes) throws IOException {
        String lines = Base64.getMimeEncoder().encodeToString(bytes);
        return Files.writeString(
                folder.resolve(name + ".pem"),
                "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n");
    }

    private static void keytool(Path store, String alias, String name, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-keystore",
                store.toString(),
                "-alias",
                alias,
                "-dname",
                name));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
