// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Commands that read stored runs: two real runs, the second of a slower server, and a copy of each under an id of its own. */
final class StoredRunsIT {
    private static final Path SAMPLES = LaunchedPlateau.home().resolve("src/test/projects/compared");

    /** The private key of OPEN, made by ssh-keygen for this test only. */
    private static final String SECRET = """
            b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
            QyNTUxOQAAACClNHX91LC+ejnDFwcbPeAqV/G63kUDRIFHWz8l/UHWGwAAAJB++6YBfvum
            AQAAAAtzc2gtZWQyNTUxOQAAACClNHX91LC+ejnDFwcbPeAqV/G63kUDRIFHWz8l/UHWGw
            AAAECiJAXHLEs8uf15TLILNc43roLCXaRYwm6HUdzq5fRwH6U0df3UsL56OcMXBxs94CpX
            8breRQNEgUdbPyX9QdYbAAAACnRlc3RlckBsYWIBAgM=
            """;

    private static final String OPEN = "AAAAC3NzaC1lZDI1NTE5AAAAIKU0df3UsL56OcMXBxs94CpX8breRQNEgUdbPyX9QdYb";
    private static final String OTHER = "AAAAC3NzaC1lZDI1NTE5AAAAIAdAyyXAOuteiCKXrDqQGKAEYIHsbRNkaAh7ZDHnxvys";

    @TempDir
    private Path folder = Path.of("");

    private String runs() throws IOException {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        for (String sample : List.of("baseline.zip", "slower.zip")) {
            try (FileSystem zip = FileSystems.newFileSystem(SAMPLES.resolve(sample))) {
                Path run = entries(zip.getPath("/")).getFirst();
                String id = run.getFileName().toString().replace("/", "");
                copy(run, runs.resolve(id));
                copy(run, runs.resolve(id.substring(0, id.length() - 1) + "0"));
            }
        }
        return runs.toString();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : entries(from)) {
            Files.copy(file, to.resolve(file.getFileName().toString()));
        }
    }

    private static List<Path> entries(Path of) throws IOException {
        try (Stream<Path> entries = Files.list(of)) {
            return entries.sorted().toList();
        }
    }

    @Test
    void storedRunsAreComparedListedAndPublished() throws IOException, InterruptedException {
        String runs = runs();
        Path page = folder.resolve("law.html");
        CommandBatch commands = new CommandBatch(folder, Map.of());
        int worse = commands.add(
                "compare", "law-6a28dd,law-6a28d0", "with", "548b72", "548b70", "--check", "--runs-dir", runs);
        int twice = commands.add("compare", "6a28dd,6a28d0", "with", "6a28dd", "--runs-dir", runs);
        int comma = commands.add("compare", "6a28dd,", "with", "last", "--runs-dir", runs);
        int single = commands.add("compare", "6a28dd", "with", "548b72", "--json", "--runs-dir", runs);
        int history = commands.add("history", "law", "--json", "--runs-dir", runs);
        int unknown = commands.add("history", "nobody", "--runs-dir", runs);
        int dev = commands.add("reference", "6a28dd", "--to", "lab.yaml", "--runs-dir", runs);
        int published = commands.add("report", "6a28dd", "--public", "--to", page.toString(), "--runs-dir", runs);
        int existing = commands.add("report", "6a28dd", "--public", "--to", page.toString(), "--runs-dir", runs);
        int withoutPublic = commands.add("report", "6a28dd", "--to", page.toString(), "--runs-dir", runs);
        int device = commands.add("verify-bundle", "/dev/zero");
        List<CommandBatch.Result> done = commands.run();

        assertThat(done.get(worse).exitCode()).as(done.get(worse).everything()).isEqualTo(1);
        assertThat(done.get(worse).output()).contains("A2  ", "B2  ", "slower", "Welch", "Holm");
        assertThat(done.get(worse).errors())
                .containsPattern("law/ask: p50 is 32\\.\\d ms in set B and was 20\\.\\d ms in set A");
        assertWrongUsage(done.get(twice), "is named already");
        assertWrongUsage(done.get(comma), "a run is missing before or after a comma.");
        assertThat(tree(done.get(single)).path("schema").asString()).isEqualTo("plateau.comparison/1");

        JsonNode past = tree(done.get(history));
        assertThat(past.path("runs")).hasSize(4);
        assertThat(past.path("conditions"))
                .as("the scale of the server's law differs")
                .hasSize(2);
        assertWrongUsage(done.get(unknown), "no run of the name 'nobody' has ended");
        assertWrongUsage(done.get(dev), "is of class dev", "no reference is made of such a run.");
        assertThat(done.get(published).output().strip())
                .as(done.get(published).everything())
                .isEqualTo(page.toString());
        assertThat(Files.readString(page)).contains("<!doctype html>", "20261123T171144Z-law-6a28dd", "class dev");
        assertWrongUsage(done.get(withoutPublic), "--to and --notes need --public.");
        assertWrongUsage(done.get(device), "/dev/zero is a device or a pipe, not a file.");
        assertWrongUsage(done.get(existing), "exists; name another file with --to");
    }

    /** A file that is not a key is wrong usage; a signature by another key is a finding. */
    @Test
    void invalidKeysAndSignaturesAreNamed() throws IOException, InterruptedException {
        String runs = runs();
        String key =
                ssh("signer", "-----BEGIN OPENSSH PRIVATE KEY-----\n" + SECRET + "-----END OPENSSH PRIVATE KEY-----\n");
        String open = ssh("signer.pub", "ssh-ed25519 " + OPEN + " tester@lab\n");
        String other = ssh("other.pub", "ssh-ed25519 " + OTHER + "\n");
        String signed = folder.resolve("signed.zip").toString();
        String signature = signed + ".sig";
        String plain = folder.resolve("plain.zip").toString();
        CommandBatch commands = new CommandBatch(folder, Map.of());
        int publicKey = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--sign", open);
        int place = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--sign", folder.toString());
        int made = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--sign", key);
        commands.add("bundle", "548b72", "--runs-dir", runs, "--to", plain);
        int right = commands.add("verify-bundle", signed, "--signature", signature, "--signer", open);
        int foreign = commands.add("verify-bundle", signed, "--signature", signature, "--signer", other);
        int unchecked = commands.add("verify-bundle", signed);
        int another = commands.add("verify-bundle", plain, "--signature", signature, "--signer", open);
        int secret = commands.add("verify-bundle", signed, "--signature", signature, "--signer", key);
        int half = commands.add("verify-bundle", signed, "--signature", signature);
        String damaged = ssh("damaged.sig", "no signature");
        int none = commands.add("verify-bundle", signed, "--signature", damaged, "--signer", open);
        String broken = ssh("broken", "-----BEGIN OPENSSH PRIVATE KEY-----\n");
        int unsigned = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed + "2", "--sign", broken);
        List<CommandBatch.Result> done = commands.run();

        assertWrongUsage(done.get(publicKey), "--sign: " + open + " is not a private key of OpenSSH;");
        assertWrongUsage(done.get(place), "--sign: " + folder + " is a folder, not a file.");
        assertThat(done.get(made).exitCode()).as(done.get(made).everything()).isZero();
        assertThat(done.get(made).output()).contains(signed, signature);
        assertThat(done.get(right).exitCode()).as(done.get(right).everything()).isZero();
        assertThat(done.get(right).output()).contains("signature  by the key of " + open, "IN ORDER");
        assertInvalidSignature(
                done.get(foreign),
                "The signature " + signature + " is not one of " + signed + " by the key of " + other);
        assertThat(done.get(unchecked).exitCode()).isZero();
        assertThat(done.get(unchecked).output()).contains("signature  not checked");
        assertInvalidSignature(done.get(another), "The signature " + signature + " is not one of " + plain);
        assertWrongUsage(done.get(secret), "--signer: " + key + " is not a public key of OpenSSH, but the private key");
        assertWrongUsage(done.get(half), "--signer");
        assertInvalidSignature(done.get(none), "The signature " + damaged);
        assertThat(done.get(unsigned).errors()).contains(signed + "2 is not signed: ");
    }

    private static void assertInvalidSignature(CommandBatch.Result done, String problem) {
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(1);
        assertThat(done.output()).contains("NOT IN ORDER");
        assertThat(done.errors()).contains(problem);
    }

    private String ssh(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file.toString();
    }

    @Test
    void unreadableRunDoesNotHideOtherRuns() throws IOException, InterruptedException {
        Path runs = Path.of(runs());
        List<Path> all = entries(runs);
        Path damaged = all.getFirst();
        Files.writeString(damaged.resolve("result.json"), "{");
        Path brokenOff = all.get(1);
        Files.writeString(brokenOff.resolve("events.ndjson"), "");
        CommandBatch commands = new CommandBatch(folder, Map.of());
        int listed = commands.add("runs", "--runs-dir", runs.toString());
        List<CommandBatch.Result> done = commands.run();
        assertThat(done.get(listed).exitCode())
                .as(done.get(listed).everything())
                .isZero();
        assertThat(done.get(listed).output())
                .containsPattern(damaged.getFileName() + " +[a-z-]+ +unreadable")
                .containsPattern(all.get(2).getFileName() + " +completed +passed +dev +3\\d\\.\\d answers/s")
                .containsPattern(brokenOff.getFileName() + " +crashed +invalid +dev ")
                .contains(all.stream().map(run -> run.getFileName().toString()).toList());
    }

    private static void assertWrongUsage(CommandBatch.Result done, String... words) {
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(4);
        assertThat(done.errors()).contains(words);
    }

    private static JsonNode tree(CommandBatch.Result done) {
        assertThat(done.exitCode()).as(done.everything()).isZero();
        return new ObjectMapper().readTree(done.output());
    }
}
