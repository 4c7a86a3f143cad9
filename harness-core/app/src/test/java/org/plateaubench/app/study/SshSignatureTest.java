// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class SshSignatureTest {
    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");
    private Path signature = Path.of("");

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(folder.resolve("run.bundle.zip"), "content");
        signature = folder.resolve("run.bundle.zip.sig");
    }

    private Path newKey(String name) throws Exception {
        Path key = folder.resolve(name);
        assertThat(new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        return key;
    }

    private Path open(Path key) {
        return folder.resolve(key.getFileName() + ".pub");
    }

    @Test
    void signatureIsOfTheFileAndTheKey() throws Exception {
        Path key = newKey("signer");
        SshSignature.sign(file, key);

        assertThat(SshSignature.problem(file, signature, open(key))).isEmpty();
        assertThat(SshSignature.problem(file, signature, open(newKey("other"))))
                .hasValueSatisfying(text -> assertThat(text).contains("is not one of " + file + " by the key of"));
        Files.writeString(file, "Content");
        assertThat(SshSignature.problem(file, signature, open(key)))
                .hasValueSatisfying(text -> assertThat(text).contains("incorrect signature"));
    }

    @Test
    void damagedSignatureIsNamed() throws Exception {
        Files.writeString(signature, "no signature");

        assertThat(SshSignature.problem(file, signature, open(newKey("signer"))))
                .hasValueSatisfying(text -> assertThat(text).startsWith("The signature " + signature));
    }

    @Test
    void filesWithoutTheKeyAreRefused() throws Exception {
        Path key = newKey("signer");

        assertThatThrownBy(() -> SshSignature.requirePrivateKey(open(key)))
                .hasMessageStartingWith(
                        "--sign: " + open(key) + " is not a private key of OpenSSH; create one with: ssh-keygen");
        assertThatThrownBy(() -> SshSignature.problem(file, signature, key))
                .hasMessage("--signer: " + key
                        + " is not a public key of OpenSSH, but the private key; name the signer's file that"
                        + " ends with .pub.");
        Path broken = Files.writeString(folder.resolve("broken"), "-----BEGIN OPENSSH PRIVATE KEY-----\n");
        assertThatThrownBy(() -> SshSignature.sign(file, broken))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is not signed: ");
    }
}
