// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.spi.SutException;

/**
 * A Java program that is installed with a plugin, in a separate folder that is not on the plugin's class path.
 *
 * @param title name at the beginning of a sentence, such as {@code The embedded mail server}
 * @param folder folder of its jars and those of its libraries
 */
public record InstalledJars(String title, Path folder) {
    private static final String FOLDER = "application";

    public static InstalledJars ofPlugin(Class<?> plugin, String title) {
        Path jar = JavaCommand.origin(plugin).toAbsolutePath();
        return new InstalledJars(title, jar.resolveSibling(FOLDER));
    }

    public List<String> command(String main, List<String> javaOptions) throws SutException {
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
        } catch (IOException e) {
            throw new SutException(
                    title + " is not installed in " + folder
                            + "; build the installation, or name a server of your own with 'mode: external'.",
                    e);
        }
        // The api jar of the harness.
        jars.add(JavaCommand.origin(KeyedRandom.class));
        return JavaCommand.of(main, jars, javaOptions, List.of());
    }
}
