// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate of 127.0.0.1 and localhost that has signed itself.
 *
 * @param certificate PEM file, also what clients have to trust
 * @param key PEM file of the private key
 * @param store both, as PKCS12, under {@link #PASSWORD}
 */
public record TestCertificate(Path certificate, Path key, Path store) {
    /** Password of the store. */
    public static final String PASSWORD = "changeit";

    /** Makes one in a folder. */
    public static TestCertificate in(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("certificate.p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-J-XX:+UseSerialGC",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD))
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        return exported(store, folder);
    }

    private static TestCertificate exported(Path store, Path folder) throws IOException {
        try (InputStream file = Files.newInputStream(store)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(file, PASSWORD.toCharArray());
            return new TestCertificate(
                    pem(
                            folder.resolve("certificate.pem"),
                            "CERTIFICATE",
                            keys.getCertificate("server").getEncoded()),
                    pem(
                            folder.resolve("key.pem"),
                            "PRIVATE KEY",
                            keys.getKey("server", PASSWORD.toCharArray()).getEncoded()),
                    store);
        } catch (GeneralSecurityException e) {
            throw new IOException("no certificate for tests", e);
        }
    }

    private static Path pem(Path file, String kind, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n");
    }
}
