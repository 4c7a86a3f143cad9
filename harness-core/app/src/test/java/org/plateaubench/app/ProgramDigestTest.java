// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The digest that distinguishes builds of Plateau, and the commit that is reported with it. */
final class ProgramDigestTest {
    @TempDir
    private Path folder;

    private Path installation(String name, String program) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib/plateau-app-1.jar"), program);
        Files.writeString(home.resolve("lib/library-2.jar"), "library");
        return home;
    }

    @Test
    void digestDependsOnJarsNotOnLocation() throws IOException {
        Path first = installation("one", "a");
        Path same = installation("same", "a");
        Files.writeString(same.resolve("lib/find-jdk.sh"), "no jar");
        assertThat(Environment.digest(first)).matches("[0-9a-f]{64}").isEqualTo(Environment.digest(same));
        assertThat(Environment.digest(installation("other", "b"))).isNotEqualTo(Environment.digest(first));
        Files.move(same.resolve("lib/library-2.jar"), same.resolve("lib/library-3.jar"));
        assertThat(Environment.digest(same)).isNotEqualTo(Environment.digest(first));
    }

    @Test
    void digestIsUnknownWithoutJars() throws IOException {
        assertThat(Environment.digest(folder)).isNull();
        Files.createDirectories(folder.resolve("lib"));
        assertThat(Environment.digest(folder)).isNull();
    }
}
