// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.plugin.redis.service.RedisServiceParameters.Persistence;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.ServerRights;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** What real servers and proxies may do that root starts, as the system tells it. */
@Tag("slow")
@Timeout(60)
final class RedisRightsTest {
    private static final String NOBODY = "65534";
    private static final String ROOT = "0";
    private static final String NO_CAPABILITY = "0000000000000000";

    /** The set of the one capability {@code CAP_DAC_OVERRIDE}. */
    private static final String ACCESS_TO_FILES = "0000000000000002";

    private Path folder = Path.of("");

    /** Not below a folder that is its owner's alone, as the temporary ones of JUnit are. */
    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue(ServerRights.isRoot(), "only root has rights to give up");
        folder = Files.createTempDirectory("plateau-redis");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void removeFolder() throws IOException {
        FileTree.remove(folder);
    }

    private static void assertAllAre(SutService service, int count, String user) throws IOException {
        List<Long> servers = service.status().processIds();
        assertThat(servers).hasSize(count);
        for (long server : servers) {
            Map<String, String> status = new TreeMap<>();
            for (String line : Files.readAllLines(Path.of("/proc/" + server + "/status"))) {
                String[] parts = line.split(":\\s*", 2);
                status.put(parts[0], parts[1].replaceAll("\\s+", " ").strip());
            }
            assertThat(status)
                    .containsEntry("Uid", String.join(" ", user, user, user, user))
                    .containsEntry("CapEff", NO_CAPABILITY)
                    .containsEntry("CapPrm", NO_CAPABILITY)
                    .containsEntry("CapBnd", NO_CAPABILITY)
                    .containsEntry("NoNewPrivs", "1");
        }
    }

    private static String asked(RedisAddress place, String command, String... arguments) throws IOException {
        try (RedisAdminConnection console =
                RedisAdminConnection.open(place, place.nodes().getFirst())) {
            return String.valueOf(console.ask(command, arguments));
        }
    }

    private static RedisAddress started(SutService service) throws Exception {
        return RedisAddress.of(service.start(Progress.SILENT));
    }

    @Test
    void serversAndProxiesAreNobodyWithoutCapabilities() throws Exception {
        RedisServiceParameters given = Given.embedded()
                .instances(2)
                .proxies(2, true)
                .password("se cret")
                .parameters();
        try (SutService service = Given.service(given, folder)) {
            RedisAddress place = started(service);

            assertAllAre(service, 5, NOBODY);
            assertThat(asked(place, "SET", "key", "7")).isEqualTo("OK");
            assertThat(Files.readString(folder.resolve("proxies/twemproxy1.log")))
                    .contains("nutcracker");
        }
        try (Stream<Path> left = Files.walk(folder.resolve("proxies"))) {
            assertThat(left)
                    .noneMatch(file ->
                            file.toString().endsWith(".conf") || file.toString().endsWith(".own-pid"));
        }
    }

    @Test
    void dataOfAStartAsRootIsReadAndWritten() throws Exception {
        RedisServiceParameters given =
                Given.embedded().persistence(Persistence.RDB).parameters();
        try (SutService service = Given.service(given, folder)) {
            asked(started(service), "SET", "key", "7");
        }
        Path data = folder.resolve("servers/1/data");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.toList()) {
                Files.setAttribute(file, "unix:uid", 0);
                Files.setAttribute(file, "unix:gid", 0);
            }
        }
        Files.setPosixFilePermissions(data.resolve("dump.rdb"), PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        try (SutService service = Given.service(given, folder)) {
            RedisAddress place = started(service);
            assertAllAre(service, 1, NOBODY);
            assertThat(asked(place, "GET", "key")).isEqualTo("7");
            assertThat(asked(place, "SAVE")).isEqualTo("OK");
        }
    }

    @Test
    void aFileOfRootAloneThatSettingsNameIsReadByRootWithoutCapabilities() throws Exception {
        Path users = Files.writeString(folder.resolve("users.acl"), "user default on nopass ~* &* +@all\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-------"));
        RedisServiceParameters given =
                Given.embedded().settings(Map.of("aclfile", users.toString())).parameters();
        try (SutService service = Given.service(given, folder)) {
            assertThat(asked(started(service), "PING")).isEqualTo("PONG");
            assertAllAre(service, 1, ROOT);
        }
    }

    @Test
    void aFolderOfRootThatSettingsNameIsWrittenByRootWithoutCapabilities() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        RedisServiceParameters given =
                Given.embedded().settings(Map.of("dir", elsewhere.toString())).parameters();
        try (SutService service = Given.service(given, folder)) {
            assertThat(asked(started(service), "SAVE")).isEqualTo("OK");
            assertAllAre(service, 1, ROOT);
        }
        assertThat(elsewhere.resolve("dump.rdb")).exists();
    }

    @Test
    void aFileThatSettingsNameAndThatIsNotThereYetIsMadeInAFolderOfRoot() throws Exception {
        Path log = folder.resolve("new.log");
        RedisServiceParameters given =
                Given.embedded().settings(Map.of("logfile", log.toString())).parameters();
        for (String start : List.of("which makes it", "which finds it")) {
            try (SutService service = Given.service(given, folder)) {
                assertThat(asked(started(service), "PING")).as(start).isEqualTo("PONG");
                assertAllAre(service, 1, ROOT);
            }
        }
        assertThat(log).content().contains("Ready to accept connections");
    }

    @Test
    void aFolderThatIsNotThereIsNamedByTheFailure() throws Exception {
        RedisServiceParameters given = Given.embedded()
                .settings(Map.of("dir", folder.resolve("missing").toString()))
                .parameters();
        try (SutService service = Given.service(given, folder)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("missing")
                    .hasMessageContaining("No such file or directory");
        }
    }

    @Test
    void aFolderOfAnotherUserThatSettingsNameIsWrittenWithNoFurtherRight() throws Exception {
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rwx------"));
        Files.setAttribute(theirs, "unix:uid", 12_345);
        RedisServiceParameters given =
                Given.embedded().settings(Map.of("dir", theirs.toString())).parameters();
        try (SutService service = Given.service(given, folder)) {
            assertThat(asked(started(service), "SAVE")).isEqualTo("OK");
            assertThat(Files.readAllLines(
                            Path.of("/proc/" + service.status().processIds().getFirst() + "/status")))
                    .contains("CapEff:\t" + ACCESS_TO_FILES, "CapBnd:\t" + ACCESS_TO_FILES, "NoNewPrivs:\t1");
        }
    }
}
