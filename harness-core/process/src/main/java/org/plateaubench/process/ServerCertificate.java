// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate signed by an authority whose key is discarded. It is created by keytool, which is part of every JDK.
 *
 * @param key PEM file that only its owner can read
 */
public record ServerCertificate(Path authority, Path certificate, Path key) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String DAYS = "825";
    /** The password of a key store that is deleted immediately after use. */
    private static final String PASSWORD = "changeit";

    public static ServerCertificate in(Path folder) throws IOException, InterruptedException {
        return in(folder, "ip:127.0.0.1,dns:localhost");
    }

    public static ServerCertificate in(Path folder, String names) throws IOException, InterruptedException {
        ServerCertificate files = new ServerCertificate(
                folder.resolve("authority.pem"), folder.resolve("certificate.pem"), folder.resolve("key.pem"));
        if (!Files.exists(files.key)) {
            OwnerOnly.folder(folder);
            files.create(folder.resolve("made.p12"), names);
        }
        return files;
    }

    private void create(Path store, String names) throws IOException, InterruptedException {
        FileTree.remove(store);
        try {
            keytool(store, "authority", "CN=Plateau throw-away authority", "-ext", "bc:c");
            keytool(store, "server", "CN=localhost", "-signer", "authority", "-ext", "san=" + names);
            KeyStore keyStore = KeyStore.getInstance("PKCS12");
            try (InputStream input = Files.newInputStream(store)) {
                keyStore.load(input, PASSWORD.toCharArray());
            }
            Certificate signer = keyStore.getCertificate("authority");
            Certificate server = keyStore.getCertificate("server");
            OwnerOnly.file(authority, pem("CERTIFICATE", signer.getEncoded()));
            OwnerOnly.file(certificate, pem("CERTIFICATE", server.getEncoded()));
            OwnerOnly.file(
                    key,
                    pem(
                            "PRIVATE KEY",
                            keyStore.getKey("server", PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate that keytool created cannot be read: " + e.getMessage(), e);
        } finally {
            FileTree.remove(store);
        }
    }

    private static void keytool(Path store, String alias, String name, String... options)
            throws IOException, InterruptedException {
        String program =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(program, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-genkeypair", "-keyalg", "EC"));
        command.addAll(List.of("-groupname", "secp256r1", "-validity", DAYS, "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD, "-alias", alias));
        command.addAll(List.of("-dname", name));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        ChildEnvironment.reduce(builder.environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("keytool cannot create a certificate: " + output.strip());
        }
    }

    private static String pem(String kind, byte[] content) {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
    }
}
