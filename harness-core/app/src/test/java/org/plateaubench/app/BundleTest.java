// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.study.Bundle;
import org.plateaubench.app.study.BundleCheck;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.Sha256;

final class BundleTest {
    @TempDir
    private static Path shared = Path.of("");

    @TempDir
    private Path folder = Path.of("");

    private static RunFolder run = RunFolder.of(Path.of(""));

    @BeforeAll
    static void makeRun() throws Exception {
        run = new AppFixture(shared).run("phases.steady=1s").folder();
    }

    private Path bundle(String name) throws IOException {
        Path file = folder.resolve(name);
        Bundle.ofRun(run, file);
        return file;
    }

    @Test
    void runIsJudgedFromBundleWithoutItsFolder() throws Exception {
        Path file = bundle("a.zip");
        BundleCheck check = BundleCheck.of(file);
        assertThat(check.problems()).isEmpty();
        assertThat(check.content()).startsWith("run " + run.runId() + ", ");
        assertThat(check.outcome()).matches("(Passed|Failed|Invalid).*: .+");
        assertThat(names(file))
                .contains("MANIFEST.sha256", run.runId() + "/result.json", run.runId() + "/intervals.bin")
                .doesNotContain(run.runId() + "/report.html");
    }

    @Test
    void manifestHasSha256sumFormat() throws Exception {
        Map<String, String> files = content(bundle("a.zip"));
        String plan = run.runId() + "/plan.json";
        assertThat(files.get("MANIFEST.sha256")).contains(Sha256.of(run.file(StoredFile.PLAN)) + "  " + plan + "\n");
    }

    @Test
    void damagedArchiveIsFound() throws Exception {
        byte[] bytes = Files.readAllBytes(bundle("a.zip"));
        // A byte of the compressed manifest.
        bytes[200] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged.zip"), bytes);
        assertThat(BundleCheck.of(damaged).problems()).isNotEmpty();
    }

    @Test
    void alteredFileIsNamed() throws Exception {
        Path file = bundle("a.zip");
        String events = run.runId() + "/events.ndjson";
        assertThat(problem(file, files -> {
                    files.computeIfPresent(events, (name, text) -> text.replaceFirst("1", "2"));
                    return files;
                }))
                .isEqualTo(events + " was altered: it does not match MANIFEST.sha256.");
        assertThat(problem(file, files -> {
                    files.remove(events);
                    return files;
                }))
                .isEqualTo(events + " is missing.");
        assertThat(problem(file, files -> {
                    files.put(run.runId() + "/more.txt", "more");
                    return files;
                }))
                .endsWith("more.txt was added: MANIFEST.sha256 does not name it.");
        assertThat(problem(file, files -> {
                    files.computeIfPresent("MANIFEST.sha256", (name, text) -> text.replace("  ", " "));
                    return files;
                }))
                .endsWith("was added: MANIFEST.sha256 does not name it.");
        assertThat(problem(file, files -> {
                    files.remove("MANIFEST.sha256");
                    return files;
                }))
                .startsWith("This is not a bundle");
    }

    @Test
    void resultContradictingMeasurementsIsFound() throws Exception {
        String verdict =
                Files.readString(run.file(StoredFile.RESULT)).contains("\"verdict\" : \"pass\"") ? "fail" : "pass";
        Path wrong = forged("wrong.zip", "(\"verdict\" : )\"[a-z]+\"", "$1\"" + verdict + "\"");
        assertThat(BundleCheck.of(wrong).problems().getFirst())
                .contains("The verdict of " + run.runId() + " in the bundle is " + verdict);

        Path figures = forged("figures.zip", "(\"ok\" : )[0-9]+", "$1999999");
        assertThat(BundleCheck.of(figures).problems().getFirst()).contains("other figures", "workloads");
    }

    private Path forged(String name, String from, String to) throws IOException {
        return ForgedBundle.edit(bundle(name), run.runId() + "/result.json", text -> text.replaceFirst(from, to));
    }

    @Test
    void changedRunIsNotBundled() throws Exception {
        Path result = run.file(StoredFile.RESULT);
        String text = Files.readString(result);
        try {
            Files.writeString(result, text.replaceFirst("(\"ok\" : )[0-9]+", "$1999999"));
            assertThatThrownBy(() -> bundle("edited.zip"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(run.runId() + ": result.json was changed after the run");
        } finally {
            Files.writeString(result, text);
        }
    }

    @Test
    void foreignFilesAreRefused() throws Exception {
        Path file = folder.resolve("a.zip");
        write(file, Map.of("../outside.txt", "x"));
        assertThat(BundleCheck.of(file).problems())
                .singleElement()
                .asString()
                .contains("The archive is refused: ", "'../outside.txt' is not allowed");
        write(file, Map.of("MANIFEST.sha256", "", "one/plan.json", "{}", "two/plan.json", "{}"));
        assertThat(BundleCheck.of(file).problems().getFirst()).startsWith("This is not a bundle");
    }

    @Test
    void runThatCannotBeJudgedIsReported() throws Exception {
        Path file = folder.resolve("a.zip");
        assertThat(foreign(file, "one/plan.json", "{}"))
                .isEqualTo("The run cannot be judged: there is no file one/result.json.");
        assertThat(foreign(file, "one/result.json", "{")).startsWith("The run cannot be judged: ");
        assertThat(foreign(file, "one/result.json", "{}"))
                .isEqualTo("The run cannot be judged: one is not a run folder: it has no plan.json.");
        assertThat(foreign(file, "one/study.json", "{}"))
                .startsWith("The study cannot be judged: one has no result.json");
    }

    private static String foreign(Path file, String name, String content) throws IOException {
        write(file, Map.of("MANIFEST.sha256", "", name, content));
        List<String> problems = BundleCheck.of(file).problems();
        assertThat(problems).hasSize(2);
        return problems.getLast();
    }

    @Test
    void zipBombIsRefused() throws Exception {
        Path file = folder.resolve("bomb.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("MANIFEST.sha256"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 65; i++) {
                zip.write(zeros);
            }
        }
        assertThat(Files.size(file)).isLessThan(100_000);
        assertThat(BundleCheck.of(file).problems())
                .containsExactly(
                        "The archive is refused: with MANIFEST.sha256 its unpacked size is larger than is accepted.");
    }

    @Test
    void largeOrBinaryManifestIsRefused() throws Exception {
        Path file = folder.resolve("a.zip");
        write(file, Map.of("MANIFEST.sha256", " ".repeat((32 << 20) + 1), "one/plan.json", "{}"));
        assertThat(BundleCheck.of(file).problems()).containsExactly("MANIFEST.sha256 is larger than 32 MiB.");
        write(file, Map.of("MANIFEST.sha256", "\u00ff\u00fe", "one/plan.json", "{}"));
        assertThat(BundleCheck.of(file).problems()).contains("MANIFEST.sha256 is damaged: it is not text in UTF-8.");
    }

    @Test
    void unfinishedRunIsNotBundled() throws Exception {
        RunFolder begun = RunFolder.create(folder.resolve("runs"), "begun", Instant.EPOCH);
        Path file = folder.resolve("a.zip");
        assertThatThrownBy(() -> Bundle.ofRun(begun, file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is running");
        assertThat(file).doesNotExist();
    }

    private String problem(Path bundle, UnaryOperator<Map<String, String>> change) throws IOException {
        Path file = folder.resolve("changed.zip");
        write(file, change.apply(content(bundle)));
        return BundleCheck.of(file).problems().getFirst();
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
            for (Map.Entry<String, String> content : files.entrySet()) {
                byte[] bytes = content.getValue().getBytes(StandardCharsets.ISO_8859_1);
                CRC32 sum = new CRC32();
                sum.update(bytes);
                ZipEntry entry = new ZipEntry(content.getKey());
                entry.setSize(bytes.length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(bytes);
            }
        }
    }
}
