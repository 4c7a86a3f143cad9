// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecretReferencesTest {
    @TempDir
    private Path folder;

    private SecretReferences references() {
        return new SecretReferences(Map.of("PASSWORD", "a$b\\c")::get, folder);
    }

    @Test
    void referencesAreReplacedByVariablesAndFiles() throws Exception {
        Files.writeString(folder.resolve("token"), "line\n");

        assertThat(references()
                        .resolveAll(Map.of(
                                "url",
                                "db?p=${env:PASSWORD}&t=${file:token}",
                                "list",
                                List.of("${env:PASSWORD}"),
                                "n",
                                1L)))
                .isEqualTo(Map.of("url", "db?p=a$b\\c&t=line", "list", List.of("a$b\\c"), "n", 1L));
    }

    @Test
    void missingVariableOrFileIsNamed() {
        assertThatThrownBy(() -> references().resolve("${env:NOT_THERE}"))
                .hasMessage("environment variable NOT_THERE is not set");
        assertThatThrownBy(() -> references().resolve("${file:not-there}"))
                .hasMessage("there is no file " + folder.resolve("not-there"));
    }

    @Test
    void referencesInTextAreFound() {
        assertThat(SecretReferences.in("a${env:A}b${file:x/y}${tile}")).containsExactly("env:A", "file:x/y");
    }
}
