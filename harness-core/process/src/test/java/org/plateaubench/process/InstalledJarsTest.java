// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.SutException;

class InstalledJarsTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void commandHasTheJarsOfTheFolderAndTheApi() throws Exception {
        Path second = Files.createFile(folder.resolve("b.jar"));
        Path first = Files.createFile(folder.resolve("a.jar"));
        Files.createFile(folder.resolve("README"));
        List<String> command = new InstalledJars("The server", folder).command("a.Main", List.of("-Xmx9m"));
        assertThat(command).contains("-Xmx9m").endsWith("a.Main");
        assertThat(command.get(command.indexOf("-cp") + 1))
                .startsWith(first + File.pathSeparator + second + File.pathSeparator)
                .endsWith(JavaCommand.origin(SutException.class).toString());
    }

    @Test
    void whatIsNotInstalledIsASentence() {
        Path nowhere = folder.resolve("application");
        assertThatThrownBy(() -> new InstalledJars("The server", nowhere).command("a.Main", List.of()))
                .isInstanceOf(SutException.class)
                .hasMessage("The server is not installed in " + nowhere
                        + "; build the installation, or name a site of your own with 'mode: external'.");
    }
}
