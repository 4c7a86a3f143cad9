// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** The lifecycle of an embedded service, with a real JVM, a real guarded program and real signals. */
@Timeout(120)
class EmbeddedServiceTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    @Test
    void stoppedServiceIsReportedAsStopped() throws Exception {
        try (TwoServers service = orderly()) {
            assertThat(service.status())
                    .isEqualTo(new SutStatus(State.STOPPED, "Pair of SUT two is not started", List.of()));
            assertThatThrownBy(service::configuration)
                    .isInstanceOf(SutException.class)
                    .hasMessage("Pair of SUT two is not started, so its settings cannot be read.");
            assertThat(service.logs()).isEmpty();
            assertThat(service.access()).isEmpty();
            service.clear();
        }
    }

    @Test
    void runningServiceReportsStatusAndAccess() throws Exception {
        try (TwoServers service = orderly()) {
            SutAddress address = service.start(Progress.SILENT);
            SutStatus status = service.status();
            String port = address.property("port");

            assertThat(address.name()).isEqualTo("two");
            assertThat(address.service()).isEqualTo("pair");
            assertThat(address.property("heard")).isEqualTo(TwoServers.SECRET);
            assertThat(status.state()).isEqualTo(State.RUNNING);
            assertThat(status.processIds()).hasSize(2);
            assertThat(status.detail())
                    .isEqualTo(
                            "Pair of SUT two (processes " + status.processIds().get(0) + ", "
                                    + status.processIds().get(1) + ") listens on 127.0.0.1:" + port);
            assertThat(comm(status.processIds().get(0))).isEqualTo("java");
            assertThat(commandLine(status.processIds().get(1)))
                    .as("the server itself and not its guard")
                    .startsWith("sh\0-c\0" + TwoServers.ORDERLY);
            assertThat(service.configuration()).containsEntry("version", "7");
            assertThat(service.access()).containsExactly("client: telnet 127.0.0.1:" + port);
            assertThat(service.logs()).containsExactly(folder.resolve("pair.log"), folder.resolve("shell.log"));
        }
    }

    @Test
    void runningServiceCannotBeStartedOrCleared() throws Exception {
        try (TwoServers service = orderly()) {
            service.start(Progress.SILENT);
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessage("Pair of SUT two was started already; stop it first.");
            assertThatThrownBy(service::clear)
                    .isInstanceOf(SutException.class)
                    .hasMessage("Pair of SUT two is started; stop it before its data is removed.");
            assertThat(service.status().state()).isEqualTo(State.RUNNING);
        }
    }

    @Test
    void stopKeepsLogsAndDataUntilCleared() throws Exception {
        try (TwoServers service = orderly()) {
            service.start(Progress.SILENT);
            List<Long> processes = service.status().processIds();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("shell.conf"))))
                    .isEqualTo("rw-------");

            service.stop();

            assertThat(processes).allMatch(Processes::isGone);
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(folder.resolve("pair.log")).content().contains("farewell");
            assertThat(folder.resolve("shell.log")).content().contains("bye");
            assertThat(service.logs()).hasSize(2);
            assertThat(folder.resolve("shell.conf")).doesNotExist();
            assertThat(folder.resolve("stopped")).exists();
            assertThat(folder.resolve("data/item")).exists();
            service.stop();
            service.start(Progress.SILENT);
            service.stop();
            service.clear();
            assertThat(folder.resolve("data")).doesNotExist();
            assertThat(service.logs()).hasSize(2);
        }
    }

    @Test
    void foreignDataIsNotRemoved() throws Exception {
        try (TwoServers service = orderly()) {
            service.start(Progress.SILENT);
            service.stop();
            service.findForeignData();
            assertThatThrownBy(service::clear)
                    .isInstanceOf(SutException.class)
                    .hasMessage("The data belongs to another program.");
            assertThat(folder.resolve("data/item")).exists();
        }
    }

    @Test
    void killedServerIsReportedAsFailed() throws Exception {
        try (TwoServers service = orderly()) {
            service.start(Progress.SILENT);
            long java = service.status().processIds().get(0);
            long shell = service.status().processIds().get(1);

            ProcessHandle.of(shell).orElseThrow().destroyForcibly(); // SIGKILL

            assertThat(Processes.eventually(LIMIT, () -> service.status().state() == State.FAILED))
                    .isTrue();
            assertThat(service.status().detail())
                    .startsWith("Pair of SUT two, shell (process ")
                    .contains(") was ended by signal 9; its log " + folder.resolve("shell.log") + " ends: up");
            assertThat(service.status().processIds()).containsExactly(java);
            service.stop();
            assertThat(Processes.isGone(java)).isTrue();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @Test
    void failedLaunchLeavesNoProcessOrSecret() throws Exception {
        try (TwoServers service = new TwoServers(folder, "echo no room; exit 3")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("Pair of SUT two, shell (process ")
                    .hasMessageContaining("ended with exit code 3 before it was ready")
                    .hasMessageEndingWith("no room");
            assertThat(service.ports).as("launched once").hasSize(1);
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(ProcessHandle.current()
                            .children()
                            .filter(child -> commandLine(child.pid()).contains(WatchingChild.class.getName())))
                    .isEmpty();
            assertThat(folder.resolve("shell.conf")).doesNotExist();
        }
    }

    @Test
    void launchIsTriedThreeTimesWhenPortIsTaken() throws Exception {
        try (TwoServers service = new TwoServers(folder, "echo Address already in use; exit 1")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("ended with exit code 1")
                    .hasMessageEndingWith("Address already in use");
            assertThat(service.ports).hasSize(3);
        }
    }

    @Test
    void stopWaitsForEndOfInterruptedStart() throws Exception {
        String slow = "trap 'sleep 1; echo written; exit' TERM; echo begun; while :; do sleep 0.1; done";
        try (TwoServers service = new TwoServers(folder, slow)) {
            Thread starter = Thread.ofPlatform().start(() -> startInterrupted(service));
            Path log = folder.resolve("shell.log");
            assertThat(Processes.eventually(LIMIT, () -> text(log).contains("begun")))
                    .isTrue();

            starter.interrupt();
            service.stop();

            assertThat(log).content().contains("written");
            service.clear();
            assertThat(folder.resolve("data")).doesNotExist();
            starter.join();
        }
    }

    private static void startInterrupted(TwoServers service) {
        assertThatThrownBy(() -> service.start(Progress.SILENT)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void unusableFilesAreReported() throws Exception {
        Files.writeString(folder.resolve("data"), "a file where the folder should be");
        try (TwoServers service = orderly()) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("The files of Pair of SUT two in " + folder + " cannot be used: ");
        }
    }

    private TwoServers orderly() {
        return new TwoServers(folder, TwoServers.ORDERLY);
    }

    private static String comm(long pid) {
        return text(Path.of("/proc/" + pid + "/comm")).strip();
    }

    private static String commandLine(long pid) {
        return text(Path.of("/proc/" + pid + "/cmdline"));
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
