// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** How a start goes that does not go as planned, with programs that do what one cannot make a real server do. */
@Tag("slow")
@Timeout(60)
class GuardedServerTest {
    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void installer() throws IOException {
        program("mariadb-install-db", "for o; do case $o in --datadir=*) mkdir \"${o#*=}\";; esac; done");
    }

    @Test
    void portThatIsTakenMeanwhileIsReplacedByAnotherAndTheAccountsAreMadeThere() throws Exception {
        server("""
                for o; do case $o in --init-file=*) file=${o#*=};; --port=*) echo "${o#*=}" >>ports;; esac; done
                [ -r "$file" ] || { echo no accounts; exit 2; }
                [ "$(wc -l <ports)" = 3 ] && { echo third; exit 3; }
                echo Address already in use; exit 1
                """);
        try (SutService service = Engine.MARIADB.embedded(folder, 0, folder.toString())) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("ended with exit code 3")
                    .hasMessageEndingWith("third");
        }
        assertThat(Files.readAllLines(folder.resolve("data/ports"))).hasSize(3).doesNotHaveDuplicates();
        assertThat(folder.resolve("data/secret")).doesNotExist();
    }

    private void server(String script) throws IOException {
        program("mariadbd", "[ \"$1\" = --version ] && { echo 'mariadbd  Ver 11.4.5-MariaDB'; exit; }\n" + script);
    }

    private void program(String name, String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path file = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
