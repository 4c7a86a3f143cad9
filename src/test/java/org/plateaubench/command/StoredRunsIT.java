// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
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
            return entries.toList();
        }
    }

    @Test
    void setsAreComparedAndAHistoryAReferenceAndADisclosureAreMade() throws IOException, InterruptedException {
        String runs = runs();
        Path bundle = folder.resolve("law.zip");
        Path page = folder.resolve("law.html");
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        int worse = commands.add(
                "compare", "law-6a28dd,law-6a28d0", "with", "548b72", "548b70", "--check", "--runs-dir", runs);
        int twice = commands.add("compare", "name:law", "with", "last", "--runs-dir", runs);
        int nobody = commands.add("compare", "name:nobody", "with", "last", "--runs-dir", runs);
        int comma = commands.add("compare", "6a28dd,", "with", "last", "--runs-dir", runs);
        int single = commands.add("compare", "6a28dd", "with", "548b72", "--json", "--runs-dir", runs);
        int history = commands.add("history", "law", "--json", "--runs-dir", runs);
        int table = commands.add("history", "law", "--csv", "--runs-dir", runs);
        int unknown = commands.add("history", "nobody", "--runs-dir", runs);
        int dev = commands.add("reference", "6a28dd", "--name", "lab", "--runs-dir", runs);
        commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", bundle.toString());
        int disclosed = commands.add("disclose", bundle.toString(), "--to", page.toString());
        int there = commands.add("disclose", bundle.toString(), "--to", page.toString());
        int none = commands.add(
                "disclose",
                folder.resolve("commands.txt").toString(),
                "--to",
                folder.resolve("no").toString());
        int device = commands.add("verify-bundle", "/dev/zero");
        List<CommandsInOne.Done> done = commands.run();

        assertThat(done.get(worse).exitCode()).as(done.get(worse).everything()).isEqualTo(1);
        assertThat(done.get(worse).output()).contains("A2  ", "B2  ", "worse", "Welch", "Holm");
        assertThat(done.get(worse).errors())
                .containsPattern("law/ask: p50 is 33\\.\\d ms in set B and was 21\\.\\d ms in set A");
        wrong(done.get(twice), "a run is in both sets");
        wrong(done.get(nobody), "is called 'nobody'; there are: law.");
        wrong(done.get(comma), "a run is missing beside a comma.");
        assertThat(tree(done.get(single)).path("schema").asString()).isEqualTo("plateau.comparison/1");

        JsonNode past = tree(done.get(history));
        assertThat(past.path("runs")).hasSize(4);
        assertThat(past.path("conditions"))
                .as("the scale of the server's law differs")
                .hasSize(2);
        assertThat(done.get(table).output().lines())
                .hasSize(1 + 4 * past.path("figures").size());
        wrong(done.get(unknown), "no run of the name 'nobody' has ended");
        wrong(done.get(dev), "is of class dev", "no reference is made of such a run.");
        assertThat(done.get(disclosed).exitCode())
                .as(done.get(disclosed).everything())
                .isZero();
        assertThat(Files.readString(page)).contains("<!doctype html>", "20261123T171144Z-law-6a28dd", "class dev");
        wrong(done.get(device), "/dev/zero is a device or a pipe, not a file.");
        wrong(done.get(there), "exists; name another file with --to");
        assertThat(done.get(none).exitCode()).isNotZero();
        assertThat(folder.resolve("no")).doesNotExist();
    }

    /** A key that is none is wrong usage; a signature that is not that of the given key is a finding. */
    @Test
    void keysAndSignaturesThatAreNoneAreNamed() throws IOException, InterruptedException, GeneralSecurityException {
        String runs = runs();
        KeyPair signer = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        String key = pem("PRIVATE", signer.getPrivate());
        String open = pem("PUBLIC", signer.getPublic());
        String other = pem(
                "PUBLIC",
                KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic());
        String ofAnotherKind = pem(
                "PRIVATE",
                KeyPairGenerator.getInstance("Ed448").generateKeyPair().getPrivate());
        String signed = folder.resolve("signed.zip").toString();
        String plain = folder.resolve("plain.zip").toString();
        String page = folder.resolve("signed.html").toString();
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        int kind = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--key", ofAnotherKind);
        int side = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--key", open);
        int place = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--key", folder.toString());
        int made = commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", signed, "--key", key);
        commands.add("bundle", "6a28dd", "--runs-dir", runs, "--to", plain);
        int right = commands.add("verify-bundle", signed, "--key", open);
        int foreign = commands.add("verify-bundle", signed, "--key", other);
        int unchecked = commands.add("verify-bundle", signed);
        int unsigned = commands.add("verify-bundle", plain, "--key", open);
        int secret = commands.add("verify-bundle", signed, "--key", key);
        int disclosed = commands.add("disclose", signed, "--key", other, "--to", page);
        List<CommandsInOne.Done> done = commands.run();

        wrong(done.get(kind), "--key: " + ofAnotherKind + " is a private key of kind Ed448, and ");
        wrong(done.get(side), "--key: " + open + " is a public key, and ");
        wrong(done.get(place), "--key: " + folder + " is a folder, not a file.");
        assertThat(done.get(made).exitCode()).as(done.get(made).everything()).isZero();
        assertThat(done.get(right).exitCode()).as(done.get(right).everything()).isZero();
        assertThat(done.get(right).output()).contains("signature  by the given key", "IN ORDER");
        notInOrder(done.get(foreign), "The signature is not that of the given key.");
        assertThat(done.get(unchecked).exitCode()).isZero();
        assertThat(done.get(unchecked).output()).contains("signature  not checked");
        notInOrder(done.get(unsigned), "The bundle is not signed, and a key was given.");
        wrong(done.get(secret), "--key: " + key + " is a private key, and a public Ed25519 key");
        assertThat(done.get(disclosed).exitCode()).isEqualTo(1);
        assertThat(Path.of(page)).doesNotExist();
    }

    private static void notInOrder(CommandsInOne.Done done, String problem) {
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(1);
        assertThat(done.output()).contains("NOT IN ORDER");
        assertThat(done.errors()).contains(problem);
    }

    private String pem(String side, Key key) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(key.getEncoded());
        return Files.writeString(
                        Files.createTempFile(folder, "key", ".pem"),
                        "-----BEGIN " + side + " KEY-----\n" + text + "\n-----END " + side + " KEY-----\n")
                .toString();
    }

    @Test
    void aRunWhoseResultCannotBeReadHidesNoOther() throws IOException, InterruptedException {
        Path runs = Path.of(runs());
        List<Path> all = entries(runs);
        Path damaged = all.getFirst();
        Files.writeString(damaged.resolve("result.json"), "{");
        Path linked = all.get(1);
        Files.delete(linked.resolve("result.json"));
        Files.createSymbolicLink(linked.resolve("result.json"), all.get(2).resolve("result.json"));
        Path brokenOff = all.get(3);
        Files.writeString(brokenOff.resolve("events.ndjson"), "");
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        int listed = commands.add("runs", "--runs-dir", runs.toString());
        int tagged = commands.add("runs", "--tag", "<b>", "--runs-dir", runs.toString());
        List<CommandsInOne.Done> done = commands.run();
        assertThat(done.get(listed).exitCode())
                .as(done.get(listed).everything())
                .isZero();
        assertThat(done.get(listed).output())
                .containsPattern(damaged.getFileName() + " +[a-z-]+ +unreadable")
                .containsPattern(linked.getFileName() + " +completed +unreadable")
                .containsPattern(all.get(2).getFileName() + " +completed +pass +dev +3\\d\\.\\d answers/s")
                .containsPattern(brokenOff.getFileName() + " +crashed +invalid +dev ")
                .contains(all.stream().map(run -> run.getFileName().toString()).toList());
        wrong(done.get(tagged), "--tag: A tag is of 1 to 40 letters");
    }

    private static void wrong(CommandsInOne.Done done, String... words) {
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(4);
        assertThat(done.errors()).contains(words);
    }

    private static JsonNode tree(CommandsInOne.Done done) {
        assertThat(done.exitCode()).as(done.everything()).isZero();
        return new ObjectMapper().readTree(done.output());
    }
}
