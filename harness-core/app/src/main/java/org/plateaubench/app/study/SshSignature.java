// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plateaubench.app.UsageError;

/** Signatures of files by the system's {@code ssh-keygen}. Stateless and thread-safe. */
public final class SshSignature {
    public static final String SUFFIX = ".sig";

    private static final String NAMESPACE = "file";
    private static final String SIGNER = "signer";
    private static final Pattern PUBLIC_LINE = Pattern.compile("\\S+ +[A-Za-z0-9+/=]+( .*)?");

    private SshSignature() {}

    private record Keygen(int exit, String output) {}

    public static void requirePrivateKey(Path file) throws IOException {
        if (!text(file).contains("PRIVATE KEY-----")) {
            throw new UsageError("--sign: " + file
                    + " is not a private key of OpenSSH; create one with: ssh-keygen -t ed25519 -N '' -f FILE");
        }
    }

    /** The signature is stored in the folder of the file. ssh-keygen reads a passphrase from the terminal. */
    public static void sign(Path file, Path key) throws IOException, InterruptedException {
        Keygen ended = keygen(
                new File("/dev/null"), "sign", "-n", NAMESPACE, "-f", key.toString(), file.toAbsolutePath() + "");
        if (ended.exit() != 0) {
            throw new IOException(file + " is not signed: " + ended.output());
        }
    }

    /** Returns the problem of a signature, a sentence; empty if the file is as the signer has signed it. */
    public static Optional<String> problem(Path file, Path signature, Path signer)
            throws IOException, InterruptedException {
        String key = text(signer).strip();
        if (!PUBLIC_LINE.matcher(key).matches()) {
            throw new UsageError("--signer: " + signer + " is not a public key of OpenSSH"
                    + (key.contains("PRIVATE KEY-----") ? ", but the private key" : "")
                    + "; name the signer's file that ends with .pub.");
        }
        Path signers = Files.createTempFile("plateau-signer-", "");
        try {
            Files.writeString(signers, SIGNER + " " + key + "\n");
            String[] arguments = {"-n", NAMESPACE, "-f", signers.toString(), "-I", SIGNER, "-s", signature.toString()};
            Keygen ended = keygen(file.toFile(), "verify", arguments);
            return ended.exit() == 0
                    ? Optional.empty()
                    : Optional.of("The signature " + signature + " is not one of " + file + " by the key of " + signer
                            + ": the file was altered, or signed by another key or for another purpose than '"
                            + NAMESPACE + "'. ssh-keygen reports: " + ended.output());
        } finally {
            Files.delete(signers);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    private static Keygen keygen(File input, String action, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ssh-keygen", "-Y", action));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(input)
                    .start();
        } catch (IOException e) {
            throw new IOException("Signatures need ssh-keygen of OpenSSH, which cannot be started here.", e);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Keygen(process.waitFor(), String.join("; ", output.lines().toList()));
    }
}
