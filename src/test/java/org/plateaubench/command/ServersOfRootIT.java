// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.process.FileTree;

/** A server that root starts in a folder that every user may read runs as the user nobody, without root's rights. */
@Tag("slow")
@Order(2)
final class ServersOfRootIT {
    private static final List<String> SERVICES = List.of("h2", "olio", "mail", "known-law", "redis");
    private static final String NONE = "0000000000000000";
    private static final String NOBODY = "65534 65534 65534 65534";
    private static final String ROOT = "0 0 0 0";

    private Path folder = Path.of("");

    /** Not below a folder that is its owner's alone, as the temporary ones of JUnit are. */
    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue(
                Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
                "only root has rights to give up");
        folder = Files.createTempDirectory("plateau-servers");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @AfterEach
    void removeFolder() throws IOException {
        FileTree.remove(folder);
    }

    private List<CommandsInOne.Done> ofEach(String command) throws IOException, InterruptedException {
        return new SutCommands(folder)
                .together(SERVICES.stream()
                        .map(service -> command + " " + service)
                        .toList());
    }

    private static void succeeded(CommandsInOne.Done done) {
        assertThat(done.exitCode()).as(done.everything()).isZero();
    }

    @Test
    void areNobodyWithNoCapabilitiesAndNoWayToNewOnes() throws IOException, InterruptedException {
        try {
            assertThat(ofEach("start")).allSatisfy(ServersOfRootIT::succeeded);
            for (String service : SERVICES) {
                isNobody(service);
            }
        } finally {
            assertThat(ofEach("stop")).allSatisfy(ServersOfRootIT::succeeded);
        }
    }

    private void isNobody(String service) throws IOException {
        List<Map<String, String>> servers = new ArrayList<>();
        for (ProcessHandle process : new SutCommands(folder).servers(service)) {
            Map<String, String> status = status(process.pid());
            // The guard of a foreign program is a shell of the harness.
            if (!"sh".equals(status.get("Name"))) {
                servers.add(status);
            }
        }
        String user = isReadByNobody() ? NOBODY : ROOT;
        assertThat(servers)
                .as(service)
                .singleElement()
                .satisfies(server -> assertThat(server)
                        .containsEntry("Uid", user)
                        .containsEntry("Gid", user)
                        .containsEntry("CapInh", NONE)
                        .containsEntry("CapPrm", NONE)
                        .containsEntry("CapEff", NONE)
                        .containsEntry("CapBnd", NONE)
                        .containsEntry("CapAmb", NONE)
                        .containsEntry("NoNewPrivs", "1"));
    }

    /** Whether this build, which the servers that are Java programs read, stands where everybody may read it. */
    private static boolean isReadByNobody() throws IOException {
        for (Path place = Path.of("").toAbsolutePath(); place != null; place = place.getParent()) {
            if (!Files.getPosixFilePermissions(place).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> status(long process) throws IOException {
        Map<String, String> status = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
            String[] parts = line.split(":\\s*", 2);
            status.put(parts[0], parts[1].strip().replaceAll("\\s+", " "));
        }
        return status;
    }
}
