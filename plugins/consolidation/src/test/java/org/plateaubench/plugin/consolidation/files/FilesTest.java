// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.consolidation.files.FilesDriver.Operation;
import org.plateaubench.plugin.consolidation.files.FilesParameters.Sync;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.SingleCall;

/** Operations on files, wrong content, file system errors, and files of other programs. */
final class FilesTest {
    @TempDir
    Path folder = Path.of("");

    private FilesParameters parameters = new FilesParameters("", 10, 16, Sync.NONE);
    private CountingUser user = new CountingUser(0);
    private FilesDriver driver = new FilesDriver(parameters, new Tree(folder), user);

    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(unitNumber);
        }
    }

    @BeforeEach
    void load() throws Exception {
        parameters = new FilesParameters(folder.toString(), 10, 16, Sync.ALL);
        data().prepare(DataPolicy.RELOAD, Progress.SILENT);
        driver = new FilesDriver(parameters, new Tree(root()), user);
        driver.connect();
    }

    private Path root() {
        return folder.resolve("plateau-files-1-files");
    }

    private WorkloadContext<FilesParameters> context() {
        return new WorkloadContext<>(1, "files", parameters, null, 1, 1);
    }

    private DataSet data() {
        return new FilesWorkload().dataSet(context());
    }

    private Outcome issue(Operation operation, long number) {
        return driver.execute(new Call(operation.ordinal(), number));
    }

    /** Issues an operation until its outcome is an error, and returns this outcome. */
    private Outcome firstError(Operation operation) {
        return Stream.iterate(1L, number -> number < 1_000, number -> number + 1)
                .map(number -> issue(operation, number))
                .filter(outcome -> !outcome.reason().isEmpty())
                .findFirst()
                .orElseThrow(() -> new AssertionError(operation + " does not fail"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(root().resolve("u0"))) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void everyOperationSucceedsAndContentSurvivesReconnect() throws Exception {
        for (long number = 0; number < 1_000; number++) {
            Operation operation = Operation.values()[(int) (number % Operation.values().length)];
            assertThat(issue(operation, number).reason())
                    .as(operation.title)
                    .isIn("", "enough-files", "file-is-full", "too-few-files");
        }
        assertThat(user.counted(FilesDriver.OVERWRITTEN)).isPositive();
        driver = new FilesDriver(parameters, new Tree(root()), user);
        driver.connect();
        for (long number = 0; number < 200; number++) {
            assertThat(issue(Operation.READ, number)).isEqualTo(Outcome.ok());
        }
    }

    @Test
    void contentChangedByAnotherProgramIsReported() throws Exception {
        for (Path path : files()) {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.seek(100);
                file.write(1);
            }
        }
        assertThat(firstError(Operation.READ).reason()).isEqualTo("wrong-content");
        assertThat(data().verify().toString()).contains("damaged blocks=").contains("data: reset");
        FilesDriver reconnected = new FilesDriver(parameters, new Tree(root()), user);
        assertThatThrownBy(reconnected::connect)
                .isInstanceOf(SutException.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void staleContentIsReported() throws Exception {
        Path file = files().getFirst();
        byte[] stale = Files.readAllBytes(file);
        for (long number = 0; number < 200; number++) {
            issue(Operation.WRITE, number);
        }
        Files.write(file, stale);
        assertThat(firstError(Operation.READ).reason()).isEqualTo("wrong-content");
    }

    @Test
    void truncatedAndMissingFilesAreReported() throws Exception {
        Files.write(files().getFirst(), new byte[1]);
        assertThat(firstError(Operation.STAT).reason()).isEqualTo("wrong-content");
        for (Path path : files()) {
            Files.delete(path);
        }
        assertThat(firstError(Operation.STAT).reason()).isEqualTo("missing");
    }

    /** Every write to /dev/full fails as on a full file system. */
    @Test
    void fullDiskIsReportedAndFilesAreSkipped() throws Exception {
        for (Path path : files().subList(0, 5)) {
            Files.delete(path);
            Files.createSymbolicLink(path, Path.of("/dev/full"));
        }
        for (int file = 0; file < 5; file++) {
            assertThat(firstError(Operation.WRITE).reason()).isEqualTo("disk-full");
        }
        assertThat(user.counted(FilesDriver.OVERWRITTEN + "Begun"))
                .isGreaterThan(user.counted(FilesDriver.OVERWRITTEN));
        for (int number = 0; number < 200; number++) {
            assertThat(issue(Operation.WRITE, number)).isEqualTo(Outcome.ok());
        }
    }

    @Test
    void ioErrorsAreClassified() {
        assertThat(FilesDriver.errorClass(new IOException("Read-only file system")))
                .isEqualTo("read-only");
        assertThat(FilesDriver.errorClass(new IOException("Disk quota exceeded")))
                .isEqualTo("disk-full");
        assertThat(FilesDriver.errorClass(new IOException("Input/output error")))
                .isEqualTo("io");
    }

    @Test
    void unsuitableFoldersAreRefused() throws Exception {
        FilesParameters original = parameters;
        assertThat(problems(new FilesParameters(folder.resolve("absent").toString(), 10, 16, Sync.NONE)))
                .containsExactly("folder");
        assertThat(problems(new FilesParameters(
                        Files.createFile(folder.resolve("file")).toString(), 10, 16, Sync.NONE)))
                .containsExactly("folder");
        assertThat(problems(new FilesParameters("target", 10, 16, Sync.NONE))).containsExactly("folder");

        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(problems(new FilesParameters(empty.toString(), 100_000, 65_536, Sync.NONE)))
                .containsExactly("folder");
        Files.createDirectories(empty.resolve("plateau-files-1-files/u0/d0"));
        assertThat(problems(new FilesParameters(empty.toString(), 10, 16, Sync.NONE)))
                .containsExactly("folder");

        Path foreign = Files.writeString(root().resolve("u0/notes.txt"), "mine");
        assertThat(problems(original)).containsExactly("folder");
        assertThatThrownBy(() -> data().clear(Progress.SILENT)).hasMessageContaining("nothing was changed");
        assertThat(foreign).hasContent("mine");
        assertThat(files()).hasSize(11);
    }

    private List<String> problems(FilesParameters changed) throws Exception {
        parameters = changed;
        return data().preflight(DataPolicy.RELOAD).stream()
                .filter(finding -> finding.severity() == Finding.Severity.PROBLEM)
                .map(Finding::parameter)
                .toList();
    }

    /** The data set fulfils the contract of data sets. */
    @Nested
    final class DataTest extends DataSetContract<FilesParameters> {
        @Override
        protected Workload<FilesParameters> workload() {
            return new FilesWorkload();
        }

        @Override
        protected FilesParameters parameters() {
            return new FilesParameters(folder.toString(), 10, 16, Sync.DATA);
        }

        @Override
        protected @Nullable SutAddress sut() {
            return null;
        }
    }
}
