// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are given as keys and are none: each is refused by a sentence that names the file and what it is. */
final class Ed25519Test {
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String PUBLIC = "PUBLIC KEY";
    private static final String NEEDED =
            ", and a private Ed25519 key in PEM without a password is needed; create one with: openssl genpkey"
                    + " -algorithm ed25519 -out FILE";
    private static final String PUBLIC_NEEDED = ", and a public Ed25519 key in PEM is needed; the owner of the"
            + " private one creates it with: openssl pkey -in PRIVATE -pubout -out FILE";

    @TempDir
    private Path folder = Path.of("");

    private static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + label
                + "-----\n";
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("key.pem"), content, StandardCharsets.ISO_8859_1);
    }

    private static KeyPair keys(String kind) throws Exception {
        return KeyPairGenerator.getInstance(kind).generateKeyPair();
    }

    private static void assertNoPrivate(Path file, String what) {
        assertThatThrownBy(() -> Ed25519.privateKey(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + what);
    }

    private static void assertNoPublic(Path file, String what) {
        assertThatThrownBy(() -> Ed25519.publicKey(file))
                .isInstanceOf(IOException.class)
                .hasMessage(file + what);
    }

    @Test
    void aKeyIsReadAsItWasWrittenWhateverStandsAroundIt() throws Exception {
        KeyPair keys = keys("Ed25519");
        Path file = file("Bag Attributes: <none>\r\n"
                + pem(PRIVATE, keys.getPrivate().getEncoded()).replace("\n", "\r\n"));
        byte[] bytes = {1, 2, 3};
        byte[] signature = Ed25519.sign(bytes, Ed25519.privateKey(file));
        assertThat(signature).hasSize(Ed25519.SIGNATURE_BYTES);
        file(pem(PUBLIC, keys.getPublic().getEncoded()));
        assertThat(Ed25519.isSigned(bytes, signature, Ed25519.publicKey(file))).isTrue();
        assertThat(Ed25519.isSigned(new byte[] {1, 2}, signature, Ed25519.publicKey(file)))
                .isFalse();
        assertThat(Ed25519.isSigned(bytes, new byte[0], Ed25519.publicKey(file)))
                .isFalse();
        assertThat(Ed25519.isSigned(bytes, signature, keys("Ed25519").getPublic()))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed448", "X25519"})
    void aKeyOfAnotherKindIsNamedByItsKind(String kind) throws Exception {
        KeyPair keys = keys(kind);
        assertNoPrivate(
                file(pem(PRIVATE, keys.getPrivate().getEncoded())), " is a private key of kind " + kind + NEEDED);
        assertNoPublic(
                file(pem(PUBLIC, keys.getPublic().getEncoded())), " is a public key of kind " + kind + PUBLIC_NEEDED);
    }

    @Test
    void theOtherKeyOfAPairIsToldFromTheRightOne() throws Exception {
        KeyPair keys = keys("Ed25519");
        assertNoPrivate(file(pem(PUBLIC, keys.getPublic().getEncoded())), " is a public key" + NEEDED);
        assertNoPublic(file(pem(PRIVATE, keys.getPrivate().getEncoded())), " is a private key" + PUBLIC_NEEDED);
        // What it says it is, it is not.
        assertNoPrivate(
                file(pem(PRIVATE, keys.getPublic().getEncoded())),
                " is a private key that is damaged, or of another kind" + NEEDED);
    }

    @Test
    void anEncryptedKeyIsRefusedWithoutAQuestionForItsPassword() throws Exception {
        // It is not decrypted, so that its content makes no difference.
        assertNoPrivate(
                file(pem("ENCRYPTED PRIVATE KEY", new byte[150])),
                " is a private key that is encrypted with a password" + NEEDED);
        // As the former programs encrypt, with lines that are not Base64.
        assertNoPrivate(file("""
                        -----BEGIN RSA PRIVATE KEY-----
                        Proc-Type: 4,ENCRYPTED
                        DEK-Info: AES-128-CBC,00

                        AAAA
                        -----END RSA PRIVATE KEY-----
                        """), " is a PEM file with label RSA PRIVATE KEY" + NEEDED);
    }

    @Test
    void whatIsNoKeyIsNamed() throws Exception {
        KeyPair keys = keys("Ed25519");
        String key = pem(PRIVATE, keys.getPrivate().getEncoded());
        assertNoPrivate(file(""), " is empty" + NEEDED);
        assertNoPrivate(file("\0\1\u00ff no key"), " is not a PEM file" + NEEDED);
        assertNoPrivate(file(key.substring(0, key.length() - 10)), " is not a PEM file" + NEEDED);
        assertNoPrivate(file(key + key), " is a PEM file with several texts" + NEEDED);
        assertNoPrivate(file(pem("CERTIFICATE", new byte[40])), " is a PEM file with label CERTIFICATE" + NEEDED);
        for (String broken :
                new String[] {pem(PRIVATE, new byte[0]), pem(PRIVATE, new byte[48]), key.replace("M", "*")}) {
            assertNoPrivate(file(broken), " is a private key that is damaged, or of another kind" + NEEDED);
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatIsNoFileOrTooLargeIsNotRead() throws Exception {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> Ed25519.privateKey(none)).hasMessage("There is no file " + none + ".");
        assertNoPrivate(folder, " is a folder, not a file.");
        assertNoPublic(Path.of("/dev/zero"), " is a device or a pipe, not a file.");
        // Without a writer a pipe would be waited for without end.
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertNoPrivate(pipe, " is a device or a pipe, not a file.");
        Path large = folder.resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        assertNoPublic(large, " is larger than 65536 bytes, more than a key can have.");
    }
}
