// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.spi.SutException;

/**
 * The class path of the embedded server.
 *
 * @param folder that holds its jars and those of its libraries
 */
record MailServerJars(Path folder) {
    private static final String FOLDER = "application";

    /** Beside the jar of this plugin. */
    static MailServerJars installed() {
        Path jar = JavaCommand.origin(MailServerJars.class).toAbsolutePath();
        return new MailServerJars(jar.resolveSibling(FOLDER));
    }

    /** Its jars, and the one that is the harness's own. */
    List<Path> classPath() throws SutException {
        List<Path> jars = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
        } catch (IOException e) {
            throw new SutException(
                    "The embedded mail server is not installed in " + folder
                            + "; build the installation, or name a site of your own with 'mode: external'.",
                    e);
        }
        jars.add(JavaCommand.origin(KeyedRandom.class));
        return jars;
    }
}
