// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.bundle.BundleCheck;
import org.plateaubench.app.bundle.BundleCheck.Figures;
import org.plateaubench.app.bundle.BundleCheck.Signed;
import org.plateaubench.app.bundle.Disclosure;
import org.plateaubench.app.bundle.RunBundle;
import org.plateaubench.app.signing.Ed25519;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/** A bundle is worth what its check finds. */
final class BundleTest {
    @TempDir
    private static Path shared = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    private static RunFolder run = RunFolder.of(Path.of(""));

    @BeforeAll
    static void aRun() throws Exception {
        run = new AppFixture(shared).run("phases.steady=1s").folder();
    }

    private Path bundle(String name, Optional<KeyPair> keys) throws IOException {
        Path file = folder.resolve(name);
        RunBundle.write(run, file, keys.map(KeyPair::getPrivate));
        return file;
    }

    private static KeyPair keys() throws Exception {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    }

    @Test
    void aRunIsJudgedFromItsBundleAloneAndGivesTheSameFigures() throws Exception {
        KeyPair signer = keys();
        Path file = bundle("a.zip", Optional.of(signer));
        BundleCheck check = RunBundle.check(file, Optional.of(signer.getPublic()));
        assertThat(check.problems()).isEmpty();
        assertThat(check.runId()).isEqualTo(run.runId());
        assertThat(check.signature()).isEqualTo(Signed.BY_THE_KEY);
        assertThat(check.figures()).isEqualTo(Figures.SAME);
        assertThat(check.files()).isGreaterThan(5);
        assertThat(Files.readAllBytes(bundle("b.zip", Optional.of(signer))))
                .as("the same run and key give the same bytes")
                .isEqualTo(Files.readAllBytes(file));
        assertThat(names(file))
                .contains(run.runId() + "/result.json", run.runId() + "/intervals.hlog")
                .doesNotContain(run.runId() + "/report.html");
    }

    @Test
    void aDisclosureIsMadeOfABundleInOrderAlone() throws Exception {
        Path file = bundle("a.zip", Optional.empty());
        Disclosure disclosure = Disclosure.of(file, Optional.empty(), "Tuned <b>by hand</b>.");
        assertThat(disclosure.page())
                .contains("Tuned &lt;b&gt;by hand&lt;/b&gt;.", run.runId(), "It is not signed.", "1/store", "fakestore")
                .contains("No score: the run names no reference.");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Path altered = Files.write(folder.resolve("altered.zip"), bytes);
        assertThat(Disclosure.of(altered, Optional.empty(), "").page()).isEmpty();
    }

    @Test
    void noSecretOfARunIsInItsBundleOrItsDisclosure() throws Exception {
        String marker = "sesame-of-this-test";
        AppFixture fixture = new AppFixture(folder.resolve("secret"));
        Files.createDirectories(fixture.folder);
        fixture.variables.put("MARKER", marker);
        Path file = folder.resolve("secret.zip");
        RunBundle.write(
                fixture.run("phases.steady=1s", "workloads.puts.parameters.token=${env:MARKER}")
                        .folder(),
                file,
                Optional.empty());
        String all = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertThat(all).contains("${env:MARKER}").doesNotContain(marker);
        assertThat(Disclosure.of(file, Optional.empty(), "").page()).doesNotContain(marker);
    }

    @Test
    void whoSignedIsToldOnlyByTheirKey() throws Exception {
        KeyPair signer = keys();
        Path signed = bundle("signed.zip", Optional.of(signer));
        assertThat(RunBundle.check(signed, Optional.empty()).signature()).isEqualTo(Signed.UNCHECKED);
        BundleCheck another = RunBundle.check(signed, Optional.of(keys().getPublic()));
        assertThat(another.signature()).isEqualTo(Signed.NOT_BY_THE_KEY);
        assertThat(another.problems()).containsExactly("The signature is not that of the given key.");
        Path unsigned = bundle("unsigned.zip", Optional.empty());
        assertThat(RunBundle.check(unsigned, Optional.empty()).signature()).isEqualTo(Signed.NONE);
        BundleCheck withKey = RunBundle.check(unsigned, Optional.of(signer.getPublic()));
        assertThat(withKey.signature()).isEqualTo(Signed.NONE);
        assertThat(withKey.problems()).containsExactly("The bundle is not signed, and a key was given.");
    }

    @Test
    void noByteCanBeAltered() throws Exception {
        Path file = bundle("a.zip", Optional.empty());
        byte[] bytes = Files.readAllBytes(file);
        Path altered = folder.resolve("altered.zip");
        int step = Math.max(1, bytes.length / 60);
        for (int at = 0; at < bytes.length; at += step) {
            assertAltered(bytes, at, altered);
        }
        // Names, times and flags of the first file and of the directory, which hold no content.
        for (int at = 0; at < 40; at++) {
            assertAltered(bytes, at, altered);
            assertAltered(bytes, bytes.length - 1 - at * 3, altered);
        }
    }

    private static void assertAltered(byte[] bytes, int at, Path altered) throws IOException {
        byte[] copy = bytes.clone();
        copy[at] ^= 1;
        Files.write(altered, copy);
        assertThat(RunBundle.check(altered, Optional.empty()).isInOrder())
                .as("byte " + at)
                .isFalse();
    }

    @Test
    void whatIsAlteredIsNamed() throws Exception {
        Path file = bundle("a.zip", Optional.empty());
        String intervals = run.runId() + "/intervals.ndjson";
        assertThat(problem(file, files -> {
                    files.computeIfPresent(intervals, (name, text) -> text.replaceFirst("1", "2"));
                    return files;
                }))
                .contains(intervals + " was altered");
        assertThat(problem(file, files -> {
                    files.remove(intervals);
                    return files;
                }))
                .contains(intervals + " is missing");
        assertThat(problem(file, files -> {
                    files.put(run.runId() + "/more.txt", "more");
                    return files;
                }))
                .contains("more.txt was added");
        assertThat(problem(file, files -> {
                    files.computeIfPresent("bundle.json", (name, text) -> text.replace("bundle/1", "bundle/2"));
                    return files;
                }))
                .contains("'plateau.bundle/2'", "a later version");
        assertThat(problem(file, files -> {
                    files.remove("bundle.json");
                    return files;
                }))
                .contains("This is not a bundle");
    }

    @Test
    void aVerdictThatTheMeasurementsDoNotGiveIsFoundThoughAllDigestsAreRight() throws Exception {
        Path result = run.file(StoredFile.RESULT);
        String text = Files.readString(result);
        String verdict = text.contains("\"verdict\" : \"pass\"") ? "fail" : "pass";
        try {
            Files.writeString(result, text.replaceFirst("(\"verdict\" : )\"[a-z]+\"", "$1\"" + verdict + "\""));
            BundleCheck check = RunBundle.check(bundle("wrong.zip", Optional.empty()), Optional.empty());
            assertThat(check.figures()).isEqualTo(Figures.DIFFERENT);
            assertThat(check.problems().getFirst()).contains("The verdict in the bundle is " + verdict);

            Files.writeString(result, text.replaceFirst("(\"ok\" : )[0-9]+", "$1999999"));
            check = RunBundle.check(bundle("figures.zip", Optional.empty()), Optional.empty());
            assertThat(check.problems().getFirst()).contains("other figures", "workloads");

            Files.writeString(result, text.replaceFirst("(\"judge\" : \\{\\s*\"version\" : )\"[0-9]+\"", "$1\"0\""));
            check = RunBundle.check(bundle("judge.zip", Optional.empty()), Optional.empty());
            assertThat(check.isInOrder()).isFalse();
            assertThat(check.isUndecided()).isTrue();
        } finally {
            Files.writeString(result, text);
        }
    }

    @Test
    void aFileThatIsNoBundleAndOneThatLeavesItsFolderAreRefused() throws Exception {
        Path file = folder.resolve("a.zip");
        Files.writeString(file, "no archive");
        assertThat(RunBundle.check(file, Optional.empty()).problems().getFirst())
                .contains("is refused", "zip");
        write(file, Map.of("../outside.txt", "x"));
        assertThat(RunBundle.check(file, Optional.empty()).problems().getFirst())
                .contains("'../outside.txt' is not allowed");
        assertThat(folder.resolveSibling("outside.txt")).doesNotExist();
        write(file, Map.of("bundle.json", "{\"schema\": 3"));
        assertThat(RunBundle.check(file, Optional.empty()).problems().getFirst())
                .contains("bundle.json is damaged");
        write(file, Map.of("bundle.json", "{\"schema\": \"plateau.bundle/1\", \"runId\": \"../..\", \"files\": []}"));
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .containsExactly("bundle.json is damaged: '../..' is not the id of a run.");
    }

    @Test
    void aSmallFileIsNotUnpackedToALargeOne() throws Exception {
        Path file = folder.resolve("bomb.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("bundle.json"));
            zip.write(new byte[20 << 20]);
        }
        assertThat(Files.size(file)).isLessThan(100_000);
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .containsExactly("The archive is refused: with bundle.json it is unpacked larger than is accepted.");
    }

    /** The signature of another bundle by the same signer, one that is cut off, and something large in its place. */
    @Test
    void aSignatureOfSomethingElseIsFound() throws Exception {
        KeyPair signer = keys();
        Path file = folder.resolve("signed.zip");
        for (int bytes : new int[] {0, 63, 65, 17 << 20}) {
            String problem = "bundle.sig is not a signature: it has " + bytes + " bytes, and a signature has 64.";
            write(file, signed(new byte[bytes]));
            assertThat(RunBundle.check(file, Optional.of(signer.getPublic())).problems())
                    .first()
                    .isEqualTo(problem);
            assertThat(RunBundle.check(file, Optional.empty()).problems())
                    .first()
                    .isEqualTo(problem);
        }
        byte[] ofAnother = Ed25519.sign("{}".getBytes(StandardCharsets.UTF_8), signer.getPrivate());
        write(file, signed(ofAnother));
        BundleCheck check = RunBundle.check(file, Optional.of(signer.getPublic()));
        assertThat(check.signature()).isEqualTo(Signed.NOT_BY_THE_KEY);
        assertThat(check.problems()).first().isEqualTo("The signature is not that of the given key.");
    }

    private static Map<String, String> signed(byte[] signature) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("bundle.json", "{\"schema\": \"plateau.bundle/1\", \"runId\": \"one\", \"files\": []}");
        files.put("bundle.sig", new String(signature, StandardCharsets.ISO_8859_1));
        return files;
    }

    @Test
    void anIndexThatIsLargerThanAnyBundleNeedsIsNotRead() throws Exception {
        Path file = folder.resolve("a.zip");
        write(file, Map.of("bundle.json", " ".repeat((16 << 20) + 1)));
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .containsExactly("bundle.json is damaged: it is larger than 16 MiB.");
    }

    @Test
    void whatABundleLacksIsNamedAsItIsNamedThere() throws Exception {
        Path file = folder.resolve("a.zip");
        write(file, Map.of("bundle.json", "{\"schema\": \"plateau.bundle/1\", \"runId\": \"one\", \"files\": []}"));
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .last()
                .isEqualTo("The run cannot be judged: there is no file one/result.json.");
        write(
                file,
                Map.of("bundle.json", "{\"schema\": \"plateau.study-bundle/1\", \"studyId\": \"one\", \"files\": []}"));
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .last()
                .asString()
                .startsWith("The study cannot be judged: one has no result.json");
        write(file, Map.of("bundle.json", "\u00ff\u00fe"));
        assertThat(RunBundle.check(file, Optional.empty()).problems())
                .last()
                .asString()
                .startsWith("bundle.json is damaged: ");
    }

    @Test
    void aRunThatDidNotEndHasNoBundle() throws Exception {
        RunFolder begun = RunFolder.create(folder.resolve("runs"), "begun", java.time.Instant.EPOCH);
        Path file = folder.resolve("a.zip");
        assertThatThrownBy(() -> RunBundle.write(begun, file, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is running");
        assertThat(file).doesNotExist();
    }

    private String problem(Path bundle, UnaryOperator<Map<String, String>> change) throws IOException {
        Path file = folder.resolve("changed.zip");
        write(file, change.apply(content(bundle)));
        return RunBundle.check(file, Optional.empty()).problems().getFirst();
    }

    private static Iterable<String> names(Path file) throws IOException {
        return content(file).keySet();
    }

    private static Map<String, String> content(Path file) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    private static void write(Path file, Map<String, String> files) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (Map.Entry<String, String> one : files.entrySet()) {
                byte[] bytes = one.getValue().getBytes(StandardCharsets.ISO_8859_1);
                CRC32 sum = new CRC32();
                sum.update(bytes);
                ZipEntry entry = new ZipEntry(one.getKey());
                entry.setSize(bytes.length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(bytes);
            }
        }
    }
}
