// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** A home folder without a usable server is reported in one sentence. */
@Tag("slow")
@Timeout(60)
class ServerProgramsTest {
    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, postgres", "MARIADB, mariadbd"})
    void homeWithoutServerProgramIsRefused(Engine engine, String server) throws Exception {
        assertRefused(engine, "home: there is no program " + server + " in " + folder + " (bin", "leave home out");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, postgres, exec /bin/echo mariadbd  Ver 11.4.5-MariaDB, mariadbd Ver 11.4.5-MariaDB",
        "MARIADB, mariadbd, exec /bin/echo mysqld  Ver 8.4.3 for Linux, mysqld Ver 8.4.3 for Linux",
        "MARIADB, mariadbd, echo libaio.so.1: no such file >&2; exit 127, libaio.so.1: no such file"
    })
    void unusableServerProgramIsRefused(Engine engine, String server, String script, String output) throws Exception {
        program(server, script);
        assertRefused(
                engine,
                server + " is not a " + engine.title() + " server that works on this host (" + output + ")",
                "by home");
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, postgres, 'postgres (PostgreSQL) 15.20 (Debian 15.20-0)', PostgreSQL 18, PostgreSQL 15",
        "MARIADB, mariadbd, mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian, MariaDB 11.4, MariaDB 10.11"
    })
    void dataOfAnotherVersionIsRefused(Engine engine, String server, String version, String stored, String own)
            throws Exception {
        program(server, "echo '" + version + "'");
        new DataFolder(folder.resolve("data")).createFor(stored);
        assertRefused(engine, "is of " + stored + " and cannot be used by " + own + "; clear it first", "another name");
    }

    private void program(String name, String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void assertRefused(Engine engine, String... words) throws SutException {
        try (SutService service = engine.embedded(folder, 0, folder.toString())) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContainingAll(words);
        }
    }
}
