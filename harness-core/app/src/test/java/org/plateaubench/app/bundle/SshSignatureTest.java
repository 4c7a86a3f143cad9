// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and signatures are those of ssh-keygen; the slow tests start the installed one. */
final class SshSignatureTest {
    /** Made by ssh-keygen for this test only. */
    private static final String PRIVATE_KEY = """
            -----BEGIN OPENSSH PRIVATE KEY-----
            b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
            QyNTUxOQAAACClNHX91LC+ejnDFwcbPeAqV/G63kUDRIFHWz8l/UHWGwAAAJB++6YBfvum
            AQAAAAtzc2gtZWQyNTUxOQAAACClNHX91LC+ejnDFwcbPeAqV/G63kUDRIFHWz8l/UHWGw
            AAAECiJAXHLEs8uf15TLILNc43roLCXaRYwm6HUdzq5fRwH6U0df3UsL56OcMXBxs94CpX
            8breRQNEgUdbPyX9QdYbAAAACnRlc3RlckBsYWIBAgM=
            -----END OPENSSH PRIVATE KEY-----
            """;

    private static final String PUBLIC_KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKU0df3UsL56OcMXBxs94CpX8breRQNEgUdbPyX9QdYb tester@lab\n";

    /** Made by ssh-keygen -Y sign -n file with this key of a file that holds {@link #CONTENT}. */
    private static final String SIGNATURE = """
            -----BEGIN SSH SIGNATURE-----
            U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgpTR1/dSwvno5wxcHGz3gKlfxut
            5FA0SBR1s/Jf1B1hsAAAAEZmlsZQAAAAAAAAAGc2hhNTEyAAAAUwAAAAtzc2gtZWQyNTUx
            OQAAAEBPXCDisEVqajNIrf5ajm5vX8f5xT9pbK5yc7tlMJG1BEfuD9byfDQ7qBmpYF+ZEI
            x2sKm+46ufa0k4WjunRn4C
            -----END SSH SIGNATURE-----
            """;

    private static final String CONTENT = "content";

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");
    private Path key = Path.of("");
    private Path signer = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        file = Files.writeString(folder.resolve("run.bundle.zip"), CONTENT);
        key = Files.writeString(folder.resolve("signer"), PRIVATE_KEY);
        signer = Files.writeString(folder.resolve("signer.pub"), PUBLIC_KEY);
    }

    private Path signature(String text) throws IOException {
        return Files.writeString(folder.resolve("run.bundle.zip.sig"), text);
    }

    private Optional<String> problem(Path signature) throws IOException {
        return SshSignature.problem(file, signature, SshKey.publicKey(signer));
    }

    @Test
    void signatureIsThatOfKeygen() throws IOException {
        assertThat(SshSignature.sign(file, SshKey.signer(key))).isEqualTo(SIGNATURE);
        assertThat(problem(signature(SIGNATURE))).isEmpty();
    }

    @Test
    void alteredFileIsFound() throws IOException {
        Path signature = signature(SIGNATURE);
        Files.writeString(file, "Content");

        assertThat(problem(signature))
                .contains("The signature " + signature + " is not that of " + file
                        + ": the file was altered, or another one was signed.");
    }

    @Test
    void damagedSignatureIsNamed() throws IOException {
        List<String> lines = SIGNATURE.lines().toList();
        for (String broken : List.of(
                "",
                "no signature",
                SIGNATURE.replace("U1NI", "****"),
                SIGNATURE.replace("U1NI", "AAAA"),
                lines.getFirst() + "\n" + lines.get(1) + "\n" + lines.getLast())) {
            assertThat(problem(signature(broken)))
                    .as(broken)
                    .hasValueSatisfying(text -> assertThat(text).contains(" is not a signature by an Ed25519 key"));
        }
        assertThat(problem(signature(SIGNATURE.replace("x2sKm", "x2sKn"))))
                .hasValueSatisfying(text -> assertThat(text).contains("is not that of"));
    }

    @Test
    void filesWithoutThePrivateKeyAreRefused() throws IOException {
        String remedy = "; create one with: ssh-keygen -t ed25519 -N '' -f FILE";
        assertRefused(signer, " is not a private Ed25519 key (it has no line BEGIN OPENSSH PRIVATE KEY)" + remedy);
        List<String> lines = PRIVATE_KEY.lines().toList();
        Path broken = Files.writeString(
                folder.resolve("broken"), lines.getFirst() + "\n" + lines.get(1) + "\n" + lines.getLast());
        assertRefused(broken, " is not a private Ed25519 key (it ends early)" + remedy);
        Path large = Files.writeString(folder.resolve("large"), " ".repeat(65_537));
        assertRefused(large, " is larger than 65536 bytes.");
    }

    private static void assertRefused(Path key, String why) {
        assertThatThrownBy(() -> SshKey.signer(key))
                .isInstanceOf(IOException.class)
                .hasMessage(key + why);
    }

    @Test
    void filesWithoutThePublicKeyAreRefused() throws IOException {
        String remedy = "; name the signer's file that ends with .pub.";
        assertThatThrownBy(() -> SshKey.publicKey(key))
                .hasMessage(key + " is not a public Ed25519 key (it is the private key)" + remedy);
        for (String none : List.of("", "ssh-ed25519", "ssh-ed25519 AAAA", "ssh-ed25519 ****", "ssh-rsa AAAAB3Nz")) {
            Path broken = Files.writeString(folder.resolve("broken.pub"), none);
            assertThatThrownBy(() -> SshKey.publicKey(broken))
                    .hasMessageStartingWith(broken + " is not a public Ed25519 key (")
                    .hasMessageEndingWith(remedy);
        }
    }

    private static String keygen(Optional<Path> input, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("ssh-keygen"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        input.ifPresent(from -> builder.redirectInput(from.toFile()));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private Path newKey(String kind, String passphrase) throws Exception {
        Path made = folder.resolve(kind + "-key" + passphrase);
        keygen(Optional.empty(), "-q", "-t", kind, "-N", passphrase, "-f", made.toString());
        return made;
    }

    private Path signedByKeygen(Path with, String purpose, String hash) throws Exception {
        Path signature = folder.resolve("run.bundle.zip.sig");
        Files.deleteIfExists(signature);
        keygen(
                Optional.empty(),
                "-Y",
                "sign",
                "-f",
                with.toString(),
                "-n",
                purpose,
                "-O",
                "hashalg=" + hash,
                file.toString());
        return signature;
    }

    @Test
    @Tag("slow")
    void keygenAcceptsSignatures() throws Exception {
        Path made = newKey("ed25519", "");
        String open = Files.readString(made.resolveSibling("ed25519-key.pub"));
        Path signers = Files.writeString(folder.resolve("signers"), "tester@lab " + open);
        Path signature = signature(SshSignature.sign(file, SshKey.signer(made)));

        String output = keygen(
                Optional.of(file),
                "-Y",
                "verify",
                "-f",
                signers.toString(),
                "-I",
                "tester@lab",
                "-n",
                "file",
                "-s",
                signature.toString());

        assertThat(output).startsWith("Good \"file\" signature for tester@lab");
    }

    @Test
    @Tag("slow")
    void signaturesOfKeygenAreChecked() throws Exception {
        Path made = newKey("ed25519", "");
        signer = made.resolveSibling("ed25519-key.pub");
        assertThat(problem(signedByKeygen(made, "file", "sha512"))).isEmpty();
        assertThat(problem(signedByKeygen(made, "file", "sha256"))).isEmpty();
        assertThat(problem(signedByKeygen(made, "email", "sha512")))
                .hasValueSatisfying(text -> assertThat(text)
                        .endsWith("was made for another purpose than files: sign with ssh-keygen -Y sign -n file."));
        signer = Files.writeString(folder.resolve("other.pub"), PUBLIC_KEY);
        assertThat(problem(signedByKeygen(made, "file", "sha512")))
                .hasValueSatisfying(text -> assertThat(text).endsWith("was made with another key than the given one."));
        assertThat(problem(signedByKeygen(newKey("ecdsa", ""), "file", "sha512")))
                .hasValueSatisfying(text -> assertThat(text)
                        .endsWith(" is not a signature by an Ed25519 key of OpenSSH (its kind is"
                                + " ecdsa-sha2-nistp256)."));
    }

    @Test
    @Tag("slow")
    void otherKeysOfKeygenAreRefused() throws Exception {
        Path locked = newKey("ed25519", "passphrase");
        assertRefused(
                locked,
                " has a passphrase, for which Plateau does not ask: sign the file with ssh-keygen -Y sign -n file -f "
                        + locked + " FILE.");
        Path ecdsa = newKey("ecdsa", "");
        assertRefused(
                ecdsa,
                " is not a private Ed25519 key (its kind is ecdsa-sha2-nistp256); create one with: ssh-keygen -t"
                        + " ed25519 -N '' -f FILE");
    }
}
