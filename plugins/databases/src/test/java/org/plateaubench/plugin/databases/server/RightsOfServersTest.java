// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.ServerRights;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutService;

/** What real servers may do that root starts, as the system tells it. */
@Tag("slow")
@Timeout(180)
final class RightsOfServersTest {
    private static final String NO_CAPABILITY = "0000000000000000";
    private static final int NOBODY = 65534;
    private static final int ROOT = 0;

    private Path folder = Path.of("");

    /** Not below a folder that is its owner's alone, as the temporary ones of JUnit are. */
    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue(ServerRights.isRoot(), "only root has rights to give up");
        folder = Files.createTempDirectory("plateau-databases");
        open(folder);
    }

    @AfterEach
    void removeFolder() throws IOException {
        FileTree.remove(folder);
    }

    private static void open(Path path) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The folder of a program, of which the published ones are fetched if need be. */
    private String published(Engine engine) throws Exception {
        try (SutService service = engine.embedded(folder.resolve("fetched"))) {
            service.fetch(Progress.SILENT);
        }
        String program = engine == Engine.POSTGRESQL ? "initdb" : "mariadb-install-db";
        try (Stream<Path> found = Files.find(PublishedBinaries.cache(), 9, (path, file) -> path.endsWith(program))) {
            return found.findFirst().orElseThrow().resolve("../..").normalize().toString();
        }
    }

    /** The programs in a place that everybody may read. */
    private String readable(Engine engine) throws Exception {
        Path copy = folder.resolve("programs");
        Process copying = new ProcessBuilder("cp", "-a", published(engine), copy.toString())
                .inheritIO()
                .start();
        assertThat(copying.waitFor()).isZero();
        open(copy);
        return copy.toString();
    }

    private static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }

    /** Checks the rights of a running server, and its owner as those outside of its namespace see it. */
    private static void assertHasNone(SutService service, int owner) throws IOException {
        Path process = Path.of("/proc/" + service.status().processIds().getFirst());
        Map<String, String> status = new TreeMap<>();
        for (String line : Files.readAllLines(process.resolve("status"))) {
            String[] parts = line.split(":\\s*", 2);
            status.put(parts[0], parts[1].strip());
        }
        for (String set : new String[] {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
            assertThat(status).containsEntry(set, NO_CAPABILITY);
        }
        assertThat(status).containsEntry("NoNewPrivs", "1");
        assertThat(String.valueOf(status.get("Uid")).split("\\s+", -1)).containsOnly(Integer.toString(owner));
    }

    private Path secrets() {
        return folder.resolve("sut/data/password");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void isNobodyWithoutCapabilitiesWhereEverybodyReadsItsPrograms(Engine engine) throws Exception {
        String home = readable(engine);
        Path sut = Files.createDirectory(folder.resolve("sut"));
        try (SutService service = engine.embedded(sut, 0, home)) {
            Jdbc.execute(service.start(Progress.SILENT), "CREATE TABLE item (id INT)", "INSERT INTO item VALUES (7)");
            assertHasNone(service, NOBODY);
            assertThat(owner(secrets())).isEqualTo(ROOT);
            assertThat(sut.resolve("data/secret")).doesNotExist();
        }
        try (Stream<Path> files = Files.walk(sut.resolve("data"))) {
            for (Path file : files.toList()) {
                Files.setAttribute(file, "unix:uid", ROOT);
                Files.setAttribute(file, "unix:gid", ROOT);
            }
        }
        try (SutService service = engine.embedded(sut, 0, home)) {
            assertThat(Jdbc.ask(service.start(Progress.SILENT), "SELECT id FROM item"))
                    .as("data of a start with other rights")
                    .isEqualTo("7");
            assertHasNone(service, NOBODY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void hasNoCapabilitiesWhereOnlyRootReadsItsPrograms(Engine engine) throws Exception {
        Process namespace = new ProcessBuilder("unshare", "--user", "true").start();
        assumeTrue(namespace.waitFor() == 0, "this host allows no user namespaces");
        Path sut = Files.createDirectory(folder.resolve("sut"));
        Files.setPosixFilePermissions(sut, PosixFilePermissions.fromString("rwx------"));
        try (SutService service = engine.embedded(sut)) {
            service.start(Progress.SILENT);
            assertHasNone(service, ROOT);
        }
    }
}
