// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.testkit.TlsServer;

/** A client presents its certificate to a server that demands one. */
final class ClientCertificateTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path folder;

    private static ServerCertificate certificate;
    private static TlsServer server;

    @BeforeAll
    static void start() throws Exception {
        certificate = ServerCertificate.in(folder);
        server =
                new TlsServer(certificate.certificate(), certificate.key(), certificate.authority(), true, exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int status(HttpSettings settings) throws HttpFailure {
        try (HttpConnections connections = new HttpConnections(settings);
                var connection = connections.connection(new HttpOrigin("https", "127.0.0.1", server.port()))) {
            return connection.exchange(new HttpRequest()).status();
        }
    }

    private static HttpSettings trusting() {
        return HttpSettings.defaults().withTrust(new HttpTrust.CertificateFile(certificate.authority()));
    }

    private static ClientKeys identity(Path file, Path key, String passphrase) {
        return new ClientCertificate(file.toString(), key.toString(), passphrase).keys();
    }

    @Test
    void certificateFilesOfEachFormatAreRead() throws Exception {
        Path pem = certificate.certificate();
        Path key = certificate.key();
        Path combined = Files.writeString(folder.resolve("both.pem"), Files.readString(key) + Files.readString(pem));
        assertThat(status(trusting().withIdentity(identity(pem, key, "")))).isEqualTo(204);
        assertThat(status(trusting().withIdentity(identity(combined, combined, ""))))
                .isEqualTo(204);
        assertThat(status(trusting().withIdentity(identity(pem, encrypted(key), "secret"))))
                .isEqualTo(204);
        assertThat(status(trusting().withIdentity(identity(store(), store(), PASSWORD))))
                .isEqualTo(204);
    }

    private static byte[] decoded(Path key) throws IOException {
        return Base64.getMimeDecoder().decode(Files.readString(key).replaceAll("-----.*-----", ""));
    }

    /** The certificate and its key in another form. */
    private static Path store() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Path file = folder.resolve("certificate.p12");
        try (InputStream pem = Files.newInputStream(certificate.certificate());
                OutputStream out = Files.newOutputStream(file)) {
            store.setKeyEntry(
                    "server",
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(decoded(certificate.key()))),
                    PASSWORD.toCharArray(),
                    new Certificate[] {CertificateFactory.getInstance("X.509").generateCertificate(pem)});
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private static Path encrypted(Path key) throws Exception {
        String algorithm = "PBEWithSHA1AndDESede";
        SecretKey secret =
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec("secret".toCharArray()));
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(Cipher.ENCRYPT_MODE, secret);
        EncryptedPrivateKeyInfo info =
                new EncryptedPrivateKeyInfo(cipher.getParameters(), cipher.doFinal(decoded(key)));
        return Files.writeString(
                folder.resolve("encrypted.pem"),
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(info.getEncoded())
                        + "\n-----END ENCRYPTED PRIVATE KEY-----\n");
    }

    @Test
    void demandedClientCertificateIsNamed() {
        HttpFailure failure = catchThrowableOfType(HttpFailure.class, () -> status(trusting()));

        assertThat(failure)
                .hasMessageEndingWith(
                        "; the server requires a client certificate issued by CN=Plateau throw-away authority, and none is given (set 'clientCertificate' and 'clientKey')");
        assertThat(catchThrowableOfType(HttpFailure.class, () -> status(HttpSettings.defaults())))
                .hasMessageEndingWith(": no trusted authority has signed the server's certificate");
    }

    @Test
    void unusableFilesAreNamed() throws Exception {
        Path pem = certificate.certificate();
        Path pkcs1 = Files.writeString(
                folder.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\nAA==\n-----END RSA PRIVATE KEY-----\n");
        assertRefused(
                () -> identity(folder.resolve("none.pem"), pem, ""),
                "none.pem of the client certificate does not exist");
        assertRefused(() -> identity(certificate.key(), pem, ""), "it contains no certificate in PEM format");
        assertRefused(() -> identity(pem, pem, ""), "it contains no private key in PEM format");
        assertRefused(() -> identity(pem, pkcs1, ""), "convert it by 'openssl pkcs8 -topk8 -in old.pem -out key.pem'");
        assertRefused(
                () -> identity(pem, encrypted(certificate.key()), ""), "its key has a passphrase, and none is given");
        assertRefused(
                () -> identity(pem, encrypted(certificate.key()), "wrong"), "cannot be decrypted with this passphrase");
        assertRefused(
                () -> identity(store(), pem, "wrong"), "certificate.p12 of the client certificate cannot be used");
    }

    private static void assertRefused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
