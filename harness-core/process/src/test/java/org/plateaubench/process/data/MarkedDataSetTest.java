// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;

/** Every policy with every state of the data, on a real store. */
class MarkedDataSetTest {
    private static final String FULL = "mark CLEARING, clear, unmark, mark LOADING, load, mark LOADED";

    @TempDir
    private Path folder;

    private FolderDataSet data(String workload, long seed, int items) {
        return new FolderDataSet(folder, workload, seed, items, "");
    }

    private FolderDataSet data() {
        return data("files", 1, 3);
    }

    private FolderDataSet adopting(String place) {
        return new FolderDataSet(folder, "files", 1, 3, place);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    /** Names and contents of all files but the marker. */
    private List<String> content() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.endsWith("marker"))
                    .map(file -> {
                        try {
                            return file.getFileName() + "=" + Files.readString(file);
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .sorted()
                    .toList();
        }
    }

    private void make(String state) throws Exception {
        switch (state) {
            case "none" -> {}
            case "unfinished" -> interrupt(data());
            case "otherUnfinished" -> interrupt(data("files", 2, 3));
            case "clearing" -> {
                data().prepare(DataPolicy.REUSE, Progress.SILENT);
                write("marker", read("marker").replace("LOADED", "CLEARING"));
            }
            case "loaded" -> {
                data().prepare(DataPolicy.REUSE, Progress.SILENT);
                write("item-0", "5");
            }
            case "different" -> data("files", 1, 4).prepare(DataPolicy.REUSE, Progress.SILENT);
            case "otherSeed" -> data("files", 2, 3).prepare(DataPolicy.REUSE, Progress.SILENT);
            case "otherWorkload" -> data("pictures", 1, 3).prepare(DataPolicy.REUSE, Progress.SILENT);
            case "otherProgram" -> write("letter", "dear");
            default -> throw new IllegalArgumentException(state);
        }
    }

    private static void interrupt(FolderDataSet data) {
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                    if (done == 2) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            none            | REUSE  | mark LOADING, load, mark LOADED | nothing
            none            | RESET  | mark LOADING, load, mark LOADED | nothing
            none            | RELOAD | mark LOADING, load, mark LOADED | nothing
            unfinished      | REUSE  | mark LOADING, load, mark LOADED | continue where it stopped
            unfinished      | RESET  | mark LOADING, load, mark LOADED | continue where it stopped
            unfinished      | RELOAD | full                            | interrupted; it will be loaded again
            otherUnfinished | REUSE  | full                            | interrupted; it will be loaded again
            otherUnfinished | RESET  | full                            | interrupted; it will be loaded again
            otherUnfinished | RELOAD | full                            | interrupted; it will be loaded again
            clearing        | REUSE  | full                            | interrupted; it will be loaded again
            clearing        | RELOAD | full                            | interrupted; it will be loaded again
            loaded          | REUSE  | mark LOADED                     | nothing
            loaded          | RESET  | restore, mark LOADED            | nothing
            loaded          | RELOAD | full                            | nothing
            different       | RELOAD | full                            | items 4 instead of 3. It will be replaced
            otherSeed       | RELOAD | full                            | another data seed. It will be replaced
            """)
    void workDependsOnPolicyAndState(String state, DataPolicy policy, String work, String note) throws Exception {
        make(state);
        FolderDataSet data = data();

        List<Finding> findings = data.preflight(policy);
        assertThat(findings).allMatch(finding -> finding.severity() == Finding.Severity.NOTE);
        assertThat(findings.isEmpty() ? "nothing" : findings.toString()).contains(note);
        data.prepare(policy, Progress.SILENT);

        assertThat(String.join(", ", data.log())).isEqualTo(work.equals("full") ? FULL : work);
        boolean isUsed = state.equals("loaded") && policy == DataPolicy.REUSE;
        assertThat(content()).containsExactly(isUsed ? "item-0=5" : "item-0=0", "item-1=0", "item-2=0");
        assertThat(data.verify()).hasSize(isUsed ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            different     | REUSE  | at the folder differs from the requested data: items 4 instead of 3 | 'data: reload'
            different     | RESET  | at the folder differs from the requested data: items 4 instead of 3 | the parameters of this
            otherSeed     | REUSE  | another data seed                        | 'dataSeed' of the run
            otherSeed     | RESET  | another data seed                        | name of the workload
            otherWorkload | REUSE  | at the folder belongs to workload 1/pictures | place of its own
            otherWorkload | RESET  | belongs to workload 1/pictures           | place of its own
            otherWorkload | RELOAD | belongs to workload 1/pictures           | place of its own
            otherProgram  | REUSE  | other files: [letter]                    | another folder
            otherProgram  | RESET  | other files: [letter]                    | another folder
            otherProgram  | RELOAD | other files: [letter]                    | another folder
            """)
    void foreignOrDifferentDataIsRefused(String state, DataPolicy policy, String message, String remedy)
            throws Exception {
        make(state);
        List<String> before = content();
        FolderDataSet data = data();

        assertThat(data.preflight(policy)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM);
            assertThat(finding.toString()).contains(message, remedy);
        });
        assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContainingAll(message, remedy);

        assertThat(data.log()).isEmpty();
        assertThat(content()).isEqualTo(before);
        assertThat(data.verify()).singleElement().asString().contains("not that of this run");
    }

    @Test
    void onlyNamedLocationIsAdopted() throws Exception {
        make("otherProgram");
        assertThatThrownBy(() -> adopting("elsewhere").prepare(DataPolicy.RELOAD, Progress.SILENT))
                .isInstanceOf(SutException.class);
        assertThat(read("letter")).isEqualTo("dear");

        FolderDataSet data = adopting("the folder");
        assertThat(data.preflight(DataPolicy.REUSE))
                .singleElement()
                .matches(finding -> finding.severity() == Finding.Severity.NOTE);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(content()).containsExactly("item-0=0", "item-1=0", "item-2=0");
    }

    @Test
    void dataOfAnotherWorkloadNeedsReload() throws Exception {
        make("otherWorkload");
        assertThatThrownBy(() -> adopting("the folder").prepare(DataPolicy.REUSE, Progress.SILENT))
                .hasMessageContaining("workload 1/pictures instead of 1/files");
        adopting("the folder").prepare(DataPolicy.RELOAD, Progress.SILENT);
        assertThat(read("marker")).contains("workload: 1/files");
    }

    @ParameterizedTest
    @EnumSource(DataPolicy.class)
    void clearRemovesOnlyOwnData(DataPolicy policy) throws Exception {
        FolderDataSet data = data();
        data.clear(Progress.SILENT);
        data.prepare(policy, Progress.SILENT);
        write("letter", "dear");
        data("pictures", 1, 3).clear(Progress.SILENT);
        assertThat(content()).hasSize(4);
        data.clear(Progress.SILENT);
        assertThat(content()).containsExactly("letter=dear");
        assertThat(folder.resolve("marker")).doesNotExist();
        Files.delete(folder.resolve("letter"));
        interrupt(data);
        data.clear(Progress.SILENT);
        assertThat(content()).isEmpty();
    }

    @Test
    @Timeout(60)
    void killedLoadResumes() throws Exception {
        Process loader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FolderDataSet.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader written = loader.inputReader()) {
            for (int i = 0; i < 20; i++) {
                assertThat(written.readLine()).isNotNull();
            }
        } finally {
            loader.destroyForcibly().waitFor();
        }
        write("item-0", "7");
        FolderDataSet data = data("files", 1, 1_000);
        assertThat(data.preflight(DataPolicy.REUSE).toString()).contains("continue where it stopped");

        data.prepare(DataPolicy.REUSE, Progress.SILENT);

        assertThat(content()).hasSize(1_000).startsWith("item-0=7");
        assertThat(data.verify()).isNotEmpty();
    }

    @Test
    void lostAndDuplicateWritesAreFound() throws Exception {
        FolderDataSet data = data();
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        write("item-1", "4");
        FolderDataSet other = data();
        other.resume(data.baseline().orElseThrow());
        for (FolderDataSet dataSet : Arrays.asList(data, other)) {
            assertThat(dataSet.reconcile(new Sent(4))).singleElement().matches(row -> row.isMet());
            assertThat(dataSet.reconcile(new Sent(5))).singleElement().matches(row -> !row.isMet());
            assertThat(dataSet.reconcile(new Sent(3))).singleElement().matches(row -> !row.isMet());
        }
    }

    private record Sent(long added) implements SentTotals {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return added;
        }

        @Override
        public long counter(String counter) {
            return added;
        }

        @Override
        public Acknowledged.Sample acknowledged(String kind) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void secondUseOfSameDataIsDetected() throws Exception {
        FolderDataSet first = data();
        first.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(first.verify()).isEmpty();
        data().prepare(DataPolicy.REUSE, Progress.SILENT);

        assertThatThrownBy(() -> first.reconcile(new Sent(0)))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("Another run has used the data at the folder");
        FolderDataSet resumed = data();
        resumed.resume(first.baseline().orElseThrow());
        assertThatThrownBy(() -> resumed.reconcile(new Sent(0))).isInstanceOf(SutException.class);

        FolderDataSet loading = data();
        assertThatThrownBy(() -> loading.prepare(DataPolicy.RELOAD, (activity, done, total, unit) -> {
                    if (done == 2) {
                        prepareUnchecked(data());
                    }
                }))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("or loaded it again");
    }

    private static void prepareUnchecked(FolderDataSet data) {
        try {
            data.prepare(DataPolicy.REUSE, Progress.SILENT);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
